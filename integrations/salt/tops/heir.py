"""The states of a minion by its environment, from heir: the applications of the node.

    module_dirs: [/usr/lib/node_modules/git-heir/integrations/salt]
    master_tops:
      heir: {inventory: /srv/heir, rev: deployed}

`command` (default `heir`) is the third option. Fails if the minion is unknown or does not resolve.
"""

import importlib.util
import os

_beside = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "heir_answers.py")
_spec = importlib.util.spec_from_file_location("heir_answers", _beside)
_heir = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_heir)


def top(**kwargs):
    options = __opts__["master_tops"]["heir"]  # noqa: F821: Salt puts it here
    return _heir.answer("salt-top", kwargs["opts"]["id"], options, __opts__["cachedir"])  # noqa: F821

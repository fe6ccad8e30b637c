"""The pillar of a minion, from heir:

    module_dirs: [/usr/lib/node_modules/git-heir/integrations/salt]
    ext_pillar:
      - heir: {inventory: /srv/heir, rev: deployed}

`command` (default `heir`) is the third option. Fails if the minion is unknown or does not resolve.
"""

import importlib.util
import os

_beside = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "heir_answers.py")
_spec = importlib.util.spec_from_file_location("heir_answers", _beside)
_heir = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_heir)


def ext_pillar(minion_id, pillar, **options):
    return _heir.answer("salt-pillar", minion_id, options, __opts__["cachedir"])  # noqa: F821: Salt puts it here

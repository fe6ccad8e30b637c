"""What heir answers for one minion; used by pillar/heir.py and tops/heir.py. Standard library only.

Without a revision heir is asked for each minion. With one, all minions of a commit are exported once, under a lock, to
CACHEDIR/heir/COMMIT/FORM, and each answer is one file. A commit in which some node does not resolve is not exported: then
heir is asked for each minion, so that those that resolve get their answers.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import tempfile

OPTIONS = {"inventory", "rev", "command"}
KEPT_COMMITS = 2


def answer(form, minion, options, cachedir):
    """The answer of heir in FORM for a minion. Raises RuntimeError with heir's own words if there is none."""
    wrong = sorted(set(options) - OPTIONS)
    if wrong or "inventory" not in options:
        raise RuntimeError("heir: %s" % ("no option is called %s" % ", ".join(wrong) if wrong else "the option inventory is missing"))
    inventory, rev, command = options["inventory"], options.get("rev"), options.get("command", "heir")
    ask = [command, "-C", inventory, "inventory", "--format", form, "--host", minion]
    if rev is None:
        return json.loads(_output(ask))
    commit, prefix = _commit(inventory, rev)
    folder = os.path.join(cachedir, "heir", _folder_name(commit, prefix))
    text = _exported(form, minion, folder, [command, "-C", inventory, "export", form, "-r", commit])
    return json.loads(_output(ask + ["-r", commit]) if text is None else text)


def _commit(inventory, rev):
    """The commit of a revision, and where the inventory is below the top of its repository."""
    lines = _output(["git", "-C", inventory, "rev-parse", "--show-prefix", "--verify", rev + "^{commit}"]).splitlines()
    return lines[-1], lines[0] if len(lines) > 1 else ""


def _folder_name(commit, prefix):
    """One repository can have several inventories."""
    return commit if prefix == "" else "%s-%s" % (commit, hashlib.sha256(prefix.encode()).hexdigest()[:12])


def _exported(form, minion, folder, export):
    """The text of a minion's file, after the export if it was not made; None if it has none."""
    if os.sep in minion or minion.startswith("."):
        return None
    if not os.path.exists(os.path.join(folder, form)):
        _export_once(form, folder, export)
    try:
        with open(os.path.join(folder, form, minion + ".json"), encoding="utf-8") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _export_once(form, folder, export):
    """Makes FOLDER/FORM: the folder of the export, or an empty file if some node does not resolve."""
    above = os.path.dirname(folder)
    os.makedirs(above, mode=0o700, exist_ok=True)
    os.chmod(above, 0o700)
    with open(os.path.join(above, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        target = os.path.join(folder, form)
        if os.path.exists(target):
            return
        made = tempfile.mkdtemp(dir=above, prefix=".")
        try:
            done = subprocess.run(export + ["--out", os.path.join(made, form)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if done.returncode not in (0, 3):
                raise RuntimeError(done.stderr.decode("utf-8", "replace").strip())
            if done.returncode == 3:
                open(os.path.join(made, form), "w").close()
            os.makedirs(folder, mode=0o700, exist_ok=True)
            os.rename(os.path.join(made, form), target)
        finally:
            shutil.rmtree(made, ignore_errors=True)
        _forget_old(above, os.path.basename(folder))


def _forget_old(above, newest):
    """Removes the exports of all but the newest commits."""
    names = [name for name in os.listdir(above) if name != "lock" and not name.startswith(".") and name != newest]
    names.sort(key=lambda name: os.path.getmtime(os.path.join(above, name)), reverse=True)
    for name in names[KEPT_COMMITS - 1 :]:
        shutil.rmtree(os.path.join(above, name), ignore_errors=True)


def _output(words):
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        raise RuntimeError("%s: %s" % (words[0], error))
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode("utf-8", "replace").strip() or "%s: exit code %d" % (words[0], done.returncode))
    return done.stdout.decode("utf-8")

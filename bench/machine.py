"""What the records of the harnesses say of the machine, the commit and the date."""

import os
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def describe_machine():
    """The machine, the commit of the scripts and the date, for readers of the records."""
    names = set()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = {line.partition(":")[2].strip() for line in file
                     if line.startswith("model name")}
    except OSError:
        pass
    commit = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=12",
                             "--exclude=*"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {"machine": {"cpu": ", ".join(sorted(names)) or None, "cores": os.cpu_count(),
                        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
                        "system": " ".join(os.uname()[i] for i in (0, 2, 4))},
            "commit": commit.stdout.decode().strip() or None,
            "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}

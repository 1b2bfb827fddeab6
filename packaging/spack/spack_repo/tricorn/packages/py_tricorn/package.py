# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.python import PythonPackage

from spack.package import *


class PyTricorn(PythonPackage, CudaPackage):
    """Counts the triangles of graphs, exactly and fast, on CPUs and GPUs: a package for Python."""

    homepage = "https://github.com/tricorn/tricorn"
    git = "https://github.com/tricorn/tricorn.git"
    import_modules = ["tricorn"]

    license("Apache-2.0")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant("archive", default=True, description="Read archives, xz, bzip2 and lz4 with libarchive")
    variant("expat", default=True, description="Read GraphML and GEXF with expat")
    variant("isal", default=True, description="Read gzip with ISA-L")
    variant("hwloc", default=True, description="Place threads and memory on NUMA nodes")

    with default_args(type="build"):
        depends_on("c")
        depends_on("cxx", when="+cuda")
        depends_on("cmake@3.22:")
        depends_on("ninja")
        depends_on("pkgconfig")
        depends_on("py-scikit-build-core@0.12:")
    depends_on("python@3.11:", type=("build", "link", "run"))
    depends_on("cuda@12:", when="+cuda")
    depends_on("xxhash")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("isa-l", when="+isal")
    depends_on("expat", when="+expat")
    depends_on("hdf5@1.10:~mpi")
    depends_on("libarchive", when="+archive")
    depends_on("hwloc", when="+hwloc")

    def config_settings(self, spec, prefix):
        settings = {
            "cmake.define.TRICORN_CUDA": "+cuda" in spec,
            "cmake.define.TRICORN_ISAL": "+isal" in spec,
            "cmake.define.TRICORN_EXPAT": "+expat" in spec,
            "cmake.define.TRICORN_ARCHIVE": "+archive" in spec,
            "cmake.define.TRICORN_HWLOC": "+hwloc" in spec,
        }
        archs = spec.variants["cuda_arch"].value if "+cuda" in spec else ("none",)
        if "none" not in archs:
            settings["cmake.define.CMAKE_CUDA_ARCHITECTURES"] = ";".join(archs)
        return settings

# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Tricorn(CMakePackage, CudaPackage):
    """Counts the triangles of graphs, exactly and fast, on CPUs and GPUs: a library and a program."""

    homepage = "https://github.com/tricorn/tricorn"
    git = "https://github.com/tricorn/tricorn.git"

    license("Apache-2.0")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant("mpi", default=True, description="Build tricorn-mpi, whose workers use MPI")
    variant("archive", default=True, description="Read archives, xz, bzip2 and lz4 with libarchive")
    variant("expat", default=True, description="Read GraphML and GEXF with expat")
    variant("isal", default=True, description="Read gzip with ISA-L")
    variant("hwloc", default=True, description="Place threads and memory on NUMA nodes")

    depends_on("c", type="build")
    depends_on("cxx", type="build", when="+cuda")
    depends_on("cmake@3.22:", type="build")
    depends_on("cuda@12:", when="+cuda")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("json-c")
    depends_on("popt")
    depends_on("xxhash")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("isa-l", when="+isal")
    depends_on("expat", when="+expat")
    depends_on("hdf5@1.10:~mpi")
    depends_on("libarchive", when="+archive")
    depends_on("hwloc", when="+hwloc")
    depends_on("mpi@3.1:", when="+mpi")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define_from_variant("TRICORN_CUDA", "cuda"),
            self.define_from_variant("TRICORN_MPI", "mpi"),
            self.define_from_variant("TRICORN_ISAL", "isal"),
            self.define_from_variant("TRICORN_EXPAT", "expat"),
            self.define_from_variant("TRICORN_ARCHIVE", "archive"),
            self.define_from_variant("TRICORN_HWLOC", "hwloc"),
        ]
        if self.spec.satisfies("+cuda"):
            archs = self.spec.variants["cuda_arch"].value
            if "none" not in archs:
                args.append(self.define("CMAKE_CUDA_ARCHITECTURES", ";".join(archs)))
        return args

    def test_count(self):
        """count a graph that is installed with it"""
        program = which(self.prefix.bin.tricorn)
        graph = join_path(self.prefix.share, "tricorn", "data", "karate.txt")
        assert "45" in program("count", graph, output=str.split, error=str.split)

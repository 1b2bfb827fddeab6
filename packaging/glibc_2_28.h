/* glibc_2_28.h - included by packaging/wheel in front of every source: functions of the C library that have a
 * newer version since glibc 2.29 are linked in their first version, which every glibc has. The versions
 * differ in how they report errors by errno, which tricorn does not read. */
#if defined(__aarch64__)
#define FIRST "GLIBC_2.17"
#else
#define FIRST "GLIBC_2.2.5"
#endif
__asm__(".symver exp, exp@" FIRST);
__asm__(".symver log, log@" FIRST);
__asm__(".symver pow, pow@" FIRST);
#undef FIRST

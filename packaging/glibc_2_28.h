/* glibc_2_28.h - included by packaging/wheel in front of every source: functions of the C library that have a
 * newer version since glibc 2.29 are linked in their first version, which every glibc has.  The versions
 * differ in how they report errors by errno, which tricorn does not read. */
__asm__(".symver exp, exp@GLIBC_2.2.5");
__asm__(".symver log, log@GLIBC_2.2.5");
__asm__(".symver pow, pow@GLIBC_2.2.5");

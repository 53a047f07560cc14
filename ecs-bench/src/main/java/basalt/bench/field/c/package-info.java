/** The scenes as loops in C, compiled at run time, and run as separate processes. */
package basalt.bench.field.c;

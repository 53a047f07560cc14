/** The scenes as loops in C, compiled by the run and run as a process of their own. */
package basalt.bench.field.c;

/** Hidden copies of classes, each compiled by the JIT with constants of its own. Not exported. */
package basalt.specialise;

/** Which bodies of kernels the JIT vectorises, one by one, and whether kernels explain that rightly. */
package basalt.bench.vectorising;

/** Which bodies of kernels the JIT vectorises, one by one, and whether explanations of kernels are correct. */
package basalt.bench.vectorising;

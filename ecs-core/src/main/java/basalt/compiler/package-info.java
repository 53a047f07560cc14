/**
 * Translates the bodies of kernels, and functions of records, from their bytecode to loops of vectors. Not exported.
 *
 * <pre>
 *   {@link basalt.compiler.KernelBody}       the user's lambda, and what it gets for each row
 *      | {@link basalt.compiler.BodyCode}, {@link basalt.compiler.MethodCode}    the bytecode behind it
 *      v
 *   {@link basalt.compiler.Translator}       executes it symbolically, all paths at once:
 *      |                        {@link basalt.compiler.Instructions}, {@link basalt.compiler.Calls},
 *      |                        {@link basalt.compiler.Columns}, {@link basalt.compiler.OtherRows} on a {@link
 *      |                        basalt.compiler.State}, whose
 *      |                        {@link basalt.compiler.Path} is a condition
 *      v
 *   {@link basalt.compiler.Translation}      what is written to which column where: a {@link basalt.compiler.Graph},
 *      |                        and what is added up: {@link basalt.compiler.Accumulator}
 *      | {@link basalt.compiler.VectorWriter}, {@link basalt.compiler.GatherWriter}, {@link
 *      | basalt.compiler.NeighbourWriter}, {@link basalt.compiler.VectorValues}, {@link
 *      | basalt.compiler.PartialResults}, {@link basalt.compiler.LaneFunctions}, {@link
 *      | basalt.compiler.VectorApi}    the class of a loop of vectors
 *      v
 *   {@link basalt.compiler.VectorForm}       the loop, and what must hold where it runs
 *      | {@link basalt.compiler.CompilerThread}    warms it up on a {@link basalt.compiler.ScratchBlock}
 *      v
 *   {@link basalt.compiler.VectorKernel}     runs the faster one of the loops of rows and of vectors
 *   {@link basalt.compiler.StrictDriver}     strict mode: compares what both leave
 * </pre>
 *
 * <p>{@link basalt.compiler.RowAccess} finds which columns a body reads and writes, translated or not.
 *
 * <p>The loops need Java 24 and the module {@code jdk.incubator.vector}. Without them kernels run their loop of rows.
 */
package basalt.compiler;

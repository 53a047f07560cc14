/**
 * What a world runs its queries with, and what a thread iterates with: {@link basalt.runtime.Iterations}, with the
 * snapshots of matching rows that are open now; the runs of kernels, which the workers of a schedule share; the births
 * of templates. Not exported: users have {@code basalt.query}, {@code basalt.world} and {@code basalt.system}.
 */
package basalt.runtime;

/** Systems and creation as in Ecs.CSharp.Benchmark (github.com/Doraku/Ecs.CSharp.Benchmark). */
package basalt.bench.published.csharp;

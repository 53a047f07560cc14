package basalt.bench.vectorising;

import basalt.bench.scene.Check;
import basalt.component.Component;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.world.World;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * What many kernels cost: each has a body of its own, of a class that is compiled here, and is run until its loop of
 * vectors is compiled and chosen. Prints memory and time for a kernel, and what is left when all are garbage.
 *
 * <p>With {@code -Dbasalt.kernels.vectors=false} it runs the same kernels without such loops. Code that has not run
 * during some collections of garbage is discarded unless the JVM has {@code -XX:-UseCodeCacheFlushing}.
 */
public final class ManyKernels {
    private static final int ROWS = 16_384;

    /** More rows than those after which a kernel is translated. */
    private static final int RUNS_TO_BE_HOT = 80;

    private static final int IN_A_CLASS = 100;
    private static final double KIB = 1024;
    private static final double MILLIS = 1e6;
    private static final long PAUSE_MILLIS = 200;
    private static final String COMPILER = "basalt-kernel-compiler";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Bodies of several forms; # stands for the number of the body. */
    private static final List<String> BODIES = List.of(
            "row.set(X, row.get(X) + row.get(DX) * 0.00#f);",
            "if (row.get(X) > #) { row.set(X, #); row.set(DX, -row.get(DX)); }",
            "if (row.get(HP) > 0) { int hp = row.get(HP) - Math.max(0, # - row.get(SHIELD)); row.set(HP, hp);"
                    + " if (hp <= 0) { row.set(SHIELD, (byte) 0); } }",
            "float left = row.get(X) - 0.0#f; row.set(SEEN, left <= 0); row.set(X, left <= 0 ? left + # : left);",
            "float square = row.get(X) * row.get(X) + row.get(DX) * row.get(DX);"
                    + " if (square > #) { row.set(DX, row.get(DX) / (float) Math.sqrt(square)); }");

    private static final String UNIT = """
            public record Unit(float x, float dx, int hp, byte shield, boolean seen) {
                public static final basalt.component.Component<Unit> TYPE = basalt.component.Component.of(Unit.class);
                static final basalt.component.FloatColumn X = TYPE.float32("x");
                static final basalt.component.FloatColumn DX = TYPE.float32("dx");
                static final basalt.component.IntColumn HP = TYPE.int32("hp");
                static final basalt.component.ByteColumn SHIELD = TYPE.int8("shield");
                static final basalt.component.BooleanColumn SEEN = TYPE.bool("seen");
            }
            """;

    private final PrintStream out;
    private final int count;

    /** The processor time of the threads that have compiled kernels. */
    private final Map<Long, Long> compilerNanos = new TreeMap<>();

    private ManyKernels(int count, PrintStream out) {
        this.count = count;
        this.out = out;
    }

    /**
     * Measures kernels.
     *
     * @param arguments how many kernels, 1,000 by default
     */
    public static void main(String[] arguments) throws Exception {
        run(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000, System.out);
    }

    /** Measures so many kernels, and prints what they cost. */
    static void run(int count, PrintStream out) throws Exception {
        Path folder = Files.createTempDirectory("kernels");
        try {
            compile(folder, count);
            ManyKernels all = new ManyKernels(count, out);
            all.useOnce(folder, 5); // loads the classes that all kernels share
            Usage before = Usage.now();
            Usage used = all.useOnce(folder, count);
            Usage after = Usage.now();
            out.printf("used by all:                 %s%n", used.minus(before, 1));
            out.printf("left behind by all:          %s%n", after.minus(before, 1));
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Writes and compiles the classes of bodies. */
    private static void compile(Path folder, int count) throws IOException {
        List<String> files = new ArrayList<>();
        files.add(write(folder, "Unit", UNIT));
        for (int first = 0; first < count; first += IN_A_CLASS) {
            String name = "Bodies" + first / IN_A_CLASS;
            StringBuilder source = new StringBuilder("import static many.Unit.*;\nimport basalt.query.RowBody;\n")
                    .append("public class ")
                    .append(name)
                    .append(" {\n    public static final RowBody[] ALL = {\n");
            for (int i = first; i < Math.min(count, first + IN_A_CLASS); i++) {
                String body = BODIES.get(i % BODIES.size()).replace("#", Integer.toString(i + 1));
                source.append("        row -> {").append(body).append("},\n");
            }
            files.add(write(folder, name, source.append("    };\n}\n").toString()));
        }
        List<String> options = new ArrayList<>(List.of("-d", folder.toString(), "-proc:none", "-classpath"));
        options.add(System.getProperty("java.class.path"));
        options.addAll(files);
        int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
        Check.same("errors of the compiler", 0, failed);
    }

    private static String write(Path folder, String name, String source) throws IOException {
        return Files.writeString(folder.resolve(name + ".java"), "package many;\n" + source)
                .toString();
    }

    /** Runs so many kernels until they have chosen their loops; returns the memory used when all are hot. */
    private Usage useOnce(Path folder, int kernels) throws Exception {
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()});
                World world = World.create()) {
            Component<?> unit = (Component<?>)
                    loader.loadClass("many.Unit").getField("TYPE").get(null);
            world.template().with(unit).build().spawn(ROWS);
            List<RowBody> bodies = new ArrayList<>();
            for (int first = 0; first < kernels; first += IN_A_CLASS) {
                Object[] some = (Object[]) loader.loadClass("many.Bodies" + first / IN_A_CLASS)
                        .getField("ALL")
                        .get(null);
                Stream.of(some).limit(kernels - first).forEach(body -> bodies.add((RowBody) body));
            }
            Usage withBodies = Usage.now();
            Query query = world.query().all(unit).build();
            List<RowKernel> all = bodies.stream().map(query::kernel).toList();
            Usage made = Usage.now();
            long compilerBefore = compilerNanos();
            long jitBefore = jitMillis();
            long start = System.nanoTime();
            run(all);
            double seconds = (System.nanoTime() - start) / MILLIS / 1000;
            Usage hot = Usage.now();
            if (kernels == count) {
                out.printf(Locale.ROOT, "%d kernels hot in %.0f s; loops:%n", count, seconds);
                loops(all).forEach((loop, number) -> out.printf("%6d %s%n", number, loop));
                out.printf("a kernel that has not run:   %s%n", made.minus(withBodies, count));
                out.printf("more when its loop is hot:   %s%n", hot.minus(made, count));
                out.printf(
                        Locale.ROOT,
                        "time of a hot kernel:        %.0f ms by the kernels' compiler, %.0f ms by the JIT%n",
                        (compilerNanos() - compilerBefore) / MILLIS / count,
                        (double) (jitMillis() - jitBefore) / count);
            }
            return hot;
        }
    }

    private void run(List<RowKernel> kernels) throws InterruptedException {
        for (RowKernel kernel : kernels) {
            for (int i = 0; i < RUNS_TO_BE_HOT; i++) {
                kernel.run();
            }
            compilerNanos();
        }
        List<RowKernel> waiting = new ArrayList<>(kernels);
        while (!waiting.isEmpty()) {
            waiting.removeIf(kernel -> !isWaiting(kernel.explain().reason()));
            for (RowKernel kernel : waiting) {
                if (kernel.explain().reason().contains("measured")) {
                    for (int i = 0; i < RUNS_TO_BE_HOT; i++) {
                        kernel.run();
                    }
                }
            }
            Thread.sleep(PAUSE_MILLIS);
            compilerNanos();
        }
    }

    private static boolean isWaiting(String reason) {
        return reason.contains("million rows") || reason.endsWith(" now");
    }

    private static Map<String, Long> loops(List<RowKernel> kernels) {
        Map<String, Long> loops = new TreeMap<>();
        for (RowKernel kernel : kernels) {
            String reason = kernel.explain().reason();
            loops.merge(reason.isEmpty() ? "vectors" : "rows: " + reason, 1L, Long::sum);
        }
        return loops;
    }

    /** The processor time of the thread that compiles kernels, which ends when there are none. */
    private long compilerNanos() {
        for (long id : THREADS.getAllThreadIds()) {
            ThreadInfo thread = THREADS.getThreadInfo(id);
            if (thread != null && thread.getThreadName().equals(COMPILER)) {
                compilerNanos.merge(id, THREADS.getThreadCpuTime(id), Math::max);
            }
        }
        return compilerNanos.values().stream().mapToLong(Long::longValue).sum();
    }

    private static long jitMillis() {
        return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    }

    /** Bytes that are in use after a collection of garbage. */
    private record Usage(double metaspace, double code, double heap) {
        static Usage now() throws InterruptedException {
            for (int i = 0; i < 3; i++) {
                System.gc();
                Thread.sleep(PAUSE_MILLIS); // code of classes that are unloaded is freed later
            }
            return new Usage(
                    inPools("Metaspace", "Compressed Class Space"),
                    inPools("CodeHeap", "CodeCache"),
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }

        private static double inPools(String... names) {
            return ManagementFactory.getMemoryPoolMXBeans().stream()
                    .filter(pool -> Stream.of(names).anyMatch(pool.getName()::startsWith))
                    .mapToLong(pool -> pool.getUsage().getUsed())
                    .sum();
        }

        /** What is used more than before, for each of some kernels. */
        String minus(Usage before, int kernels) {
            return String.format(
                    Locale.ROOT,
                    "%.1f KiB of metaspace, %.1f KiB of code, %.1f KiB of the heap",
                    (metaspace - before.metaspace) / KIB / kernels,
                    (code - before.code) / KIB / kernels,
                    (heap - before.heap) / KIB / kernels);
        }
    }
}

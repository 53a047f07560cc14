package basalt.query;

import basalt.query.KernelExplanation.Finding;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The times of the loops of a {@link KernelTrial}, and the conclusions from them.
 *
 * @param own nanoseconds a row in the kernel's own loop
 * @param scalar nanoseconds a row with the body inlined, in an order that cannot be vectorised
 * @param called nanoseconds a row with the body called, in the same order
 * @param empty nanoseconds a row with an empty body called
 * @param copy nanoseconds a row in a copy
 * @param scalarCopy nanoseconds a row in a copy in an order that cannot be vectorised
 * @param bodyBytes size of the body's compiled code; 0 if not known
 * @param inlineLimitBytes size above which compiled code is not inlined; 0 if not known
 * @param isSettled whether all loops were compiled and ran until they got no faster
 */
record TrialTimes(
        double own,
        double scalar,
        double called,
        double empty,
        double copy,
        double scalarCopy,
        long bodyBytes,
        long inlineLimitBytes,
        boolean isSettled) {
    /** The least speed-up that counts as vectorised; two lanes give a little less than 2. */
    private static final double MIN_VECTOR_SPEEDUP = 1.75;

    /** The greatest speed-up that counts as not vectorised: measuring noise. */
    private static final double MAX_SCALAR_SPEEDUP = 1.3;

    /** The least gain of an inlined body, and the greatest of a called one, as parts of the time of an empty call. */
    private static final double MIN_INLINING_GAIN = 0.7;

    private static final double MAX_CALL_GAIN = 0.3;

    /** Whether the copy is vectorised, so that loops can be. */
    boolean isJvmVectorising() {
        return scalarCopy >= MIN_VECTOR_SPEEDUP * copy;
    }

    Finding vectorised() {
        if (!isSettled || !isJvmVectorising()) {
            return Finding.UNKNOWN;
        }
        if (isTooLarge()) {
            return Finding.NO;
        }
        if (scalar >= MIN_VECTOR_SPEEDUP * own) {
            return Finding.YES;
        }
        return scalar <= MAX_SCALAR_SPEEDUP * own ? Finding.NO : Finding.UNKNOWN;
    }

    Finding inlined() {
        if (!isSettled) {
            return Finding.UNKNOWN;
        }
        if (isTooLarge()) {
            return Finding.NO;
        }
        if (vectorised() == Finding.YES || called - own >= MIN_INLINING_GAIN * empty) {
            return Finding.YES;
        }
        boolean isLimitKnown = inlineLimitBytes > 0;
        return !isLimitKnown && called - own <= MAX_CALL_GAIN * empty ? Finding.NO : Finding.UNKNOWN;
    }

    private boolean isTooLarge() {
        return inlineLimitBytes > 0 && bodyBytes > inlineLimitBytes;
    }

    /**
     * The methods that the optimising JIT has compiled, as HotSpot lists them ({@code jcmd Compiler.codelist}). Other
     * JVMs, and those without the module {@code java.management}, have no such list.
     */
    static final class CompiledCode {
        private static final String OPTIMISED = "4";

        /** A line: number, level, state, method, and the addresses of its code. */
        private static final Pattern LINE = Pattern.compile(
                "\\d+ (\\d) \\d+ ([^( ]+)\\(.* \\[0x\\p{XDigit}+, 0x(\\p{XDigit}+) - 0x(\\p{XDigit}+)\\]");

        /** The code of a method. */
        private record Code(String method, long bytes) {}

        private final List<Code> optimised = new ArrayList<>();
        private long inlineLimitBytes;

        private CompiledCode() {}

        /** The methods that are compiled now. */
        static CompiledCode current() {
            CompiledCode code = new CompiledCode();
            try {
                code.read(ManagementFactory.getPlatformMBeanServer());
            } catch (JMException | RuntimeException | LinkageError e) {
                code.optimised.clear(); // this JVM has no list: isKnown() is false
            }
            return code;
        }

        private void read(MBeanServer server) throws JMException {
            Object[] noOptions = {new String[0]};
            String[] signature = {String[].class.getName()};
            ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
            String list = (String) server.invoke(commands, "compilerCodelist", noOptions, signature);
            for (Matcher line = LINE.matcher(list); line.find(); ) {
                if (line.group(1).equals(OPTIMISED)) {
                    long begin = Long.parseUnsignedLong(line.group(3), 16);
                    optimised.add(new Code(line.group(2), Long.parseUnsignedLong(line.group(4), 16) - begin));
                }
            }
            Object[] option = {"InlineSmallCode"};
            String[] text = {String.class.getName()};
            ObjectName machine = new ObjectName("com.sun.management:type=HotSpotDiagnostic");
            CompositeData limit = (CompositeData) server.invoke(machine, "getVMOption", option, text);
            inlineLimitBytes = Long.parseLong((String) limit.get("value"));
        }

        /** Whether this JVM lists compiled methods. */
        boolean isKnown() {
            return !optimised.isEmpty();
        }

        /** The size of a method's code; 0 if it is not compiled or not known. */
        long bytes(String type, String method) {
            String name = type + "." + method;
            return optimised.stream()
                    .filter(code -> code.method.equals(name))
                    .mapToLong(Code::bytes)
                    .max()
                    .orElse(0);
        }

        /** The size of compiled code above which the JIT does not inline a method; 0 if not known. */
        long inlineLimitBytes() {
            return inlineLimitBytes;
        }
    }
}

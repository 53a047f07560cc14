package basalt.query;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.compiler.VectorKernel;

/** Kernels that run in vector form only. */
final class TranslatedKernel {
    private TranslatedKernel() {}

    /** A kernel that was translated. Skips the test where nothing can be translated. */
    static RowKernel of(Query query, RowBody body) {
        return of(query.kernel(body));
    }

    /** The kernel, translated. */
    static RowKernel of(RowKernel kernel) {
        assertNull(refusal(kernel));
        return kernel;
    }

    /**
     * Why a kernel is not translated; null if it is. Skips the test where nothing can be translated, or the processor's
     * vectors are too short for the body.
     */
    static String refusal(RowKernel kernel) {
        assumeTrue(VectorKernel.missing() == null, VectorKernel::missing);
        String reason = kernel.translateNow();
        assumeFalse(isTooNarrow(reason), reason);
        return reason;
    }

    static boolean isTooNarrow(String reason) {
        return reason != null && reason.endsWith("bits are too short");
    }
}

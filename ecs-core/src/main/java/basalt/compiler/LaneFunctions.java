package basalt.compiler;

import basalt.compiler.Graph.Function;
import java.lang.invoke.MethodType;
import java.util.Set;

/**
 * Functions that loops of vectors call for one lane after the other, as there are no instructions for them. They get
 * all lanes, also those of rows that do not match or take another path, so they return for all arguments.
 */
final class LaneFunctions {
    /** Those of Math whose bytecode is long or native. The JIT gives them the same results everywhere. */
    private static final Set<String> MATHEMATICS = Set.of(
            "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "expm1", "log",
            "log10", "log1p", "pow", "hypot", "cbrt", "floor", "ceil", "rint");

    private LaneFunctions() {}

    /** A function of Math with parameters of a type; null if it is none of these. */
    static Function ofMath(Class<?> owner, String name, MethodType type) {
        boolean isOfDoubles = type.returnType() == double.class
                && type.parameterList().stream().allMatch(parameter -> parameter == double.class);
        return isOfDoubles && MATHEMATICS.contains(name) ? new Function(owner, name, type, null) : null;
    }

    /** A function of this class with two parameters of a type, which is also that of its result. */
    static Function ofTwo(String name, Class<?> type) {
        return new Function(LaneFunctions.class, name, MethodType.methodType(type, type, type), null);
    }

    /** The elements of an array of numbers. */
    static Function elementsOf(Object array) {
        Class<?> element = array.getClass().getComponentType();
        boolean isOfInts = element != long.class && element != float.class && element != double.class;
        MethodType type = MethodType.methodType(isOfInts ? int.class : element, int.class);
        return new Function(LaneFunctions.class, "element", type, array);
    }

    static long divide(long a, long b) {
        return b == 0 ? 0 : a / b;
    }

    static long remainder(long a, long b) {
        return b == 0 ? 0 : a % b;
    }

    static float remainder(float a, float b) {
        return a % b;
    }

    static double remainder(double a, double b) {
        return a % b;
    }

    static int element(boolean[] array, int at) {
        return at >= 0 && at < array.length && array[at] ? 1 : 0;
    }

    static int element(byte[] array, int at) {
        return at >= 0 && at < array.length ? array[at] : 0;
    }

    static int element(short[] array, int at) {
        return at >= 0 && at < array.length ? array[at] : 0;
    }

    static int element(char[] array, int at) {
        return at >= 0 && at < array.length ? array[at] : 0;
    }

    static int element(int[] array, int at) {
        return at >= 0 && at < array.length ? array[at] : 0;
    }

    static long element(long[] array, int at) {
        return at >= 0 && at < array.length ? array[at] : 0;
    }

    static float element(float[] array, int at) {
        return at >= 0 && at < array.length ? array[at] : 0;
    }

    static double element(double[] array, int at) {
        return at >= 0 && at < array.length ? array[at] : 0;
    }
}

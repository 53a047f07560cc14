package basalt.compiler;

import basalt.compiler.Graph.Kind;
import basalt.compiler.Translation.Added;
import basalt.internal.ClassFile.Call;
import basalt.internal.ClassFile.Code;
import basalt.match.MatchedRows;
import basalt.runtime.RowContext;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the code of a reduction: it has eight results, and a row adds to that of its number modulo 8. A group of rows
 * adds to as many of them as it has lanes.
 */
final class PartialResults {
    private static final int COUNT = 8;

    private final VectorWriter writer;
    private final Code code;
    private final Added added;
    private final Class<?> element;
    private final Class<?> vector;

    /** The variables of the results, in vectors. */
    private final List<Integer> parts = new ArrayList<>();

    private int array;

    PartialResults(VectorWriter writer, Added added) {
        this.writer = writer;
        this.code = writer.code;
        this.added = added;
        this.element = VectorApi.element(added.value().kind);
        this.vector = VectorApi.ofElement(element);
    }

    /** Reads what was found so far. */
    void read() {
        Class<?> type = element.arrayType();
        writer.load(RowContext.class, VectorWriter.CONTEXT);
        writer.load(MatchedRows.class, VectorWriter.MATCHES);
        code.loadConstant(type, Array.newInstance(element, COUNT));
        String method = element == double.class ? "numbers" : "integers";
        writer.helper(VectorLoop.class, method, type, Object.class, MatchedRows.class, type);
        array = code.storeLasting(type);
        for (int first = 0; first < COUNT; first += writer.lanes) {
            writer.species(element);
            writer.load(type, array);
            code.loadNumber(first);
            MethodType from = MethodType.methodType(vector, writer.api.species, type, int.class);
            code.call(Call.STATIC, vector, "fromArray", from);
            parts.add(code.storeLasting(vector));
        }
    }

    void write() {
        for (int i = 0; i < parts.size(); i++) {
            writer.load(vector, parts.get(i));
            writer.load(element.arrayType(), array);
            code.loadNumber(i * writer.lanes);
            MethodType into = MethodType.methodType(void.class, element.arrayType(), int.class);
            code.call(Call.VIRTUAL, vector, "intoArray", into);
        }
    }

    /** Adds the values of a group, where it matches: the variable has the bits. */
    void add(int group) {
        Kind kind = added.value().kind;
        writer.slot(added.value());
        for (int i = 0; i < parts.size(); i++) {
            writer.load(vector, parts.get(i));
            writer.operator(added.op().name(), "Binary");
            writer.push(added.value());
            if (parts.size() == 1) {
                writer.load(writer.api.mask, writer.match);
            } else {
                writer.load(long.class, group);
                writer.load(int.class, writer.row);
                code.loadNumber(i * writer.lanes);
                writer.helper(VectorLoop.class, "bitsOfPart", long.class, long.class, int.class, int.class);
                writer.maskOfBits();
            }
            writer.castMask(kind);
            MethodType type =
                    MethodType.methodType(vector, writer.api.operators("Binary"), writer.api.vector, writer.api.mask);
            code.call(Call.VIRTUAL, vector, "lanewise", type);
            code.store(vector, parts.get(i));
        }
    }
}

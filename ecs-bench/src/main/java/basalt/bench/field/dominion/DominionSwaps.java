package basalt.bench.field.dominion;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Letters;
import basalt.bench.field.part.Letters.A;
import basalt.bench.field.part.Letters.B;
import basalt.bench.field.part.Letters.C;
import basalt.bench.field.part.Letters.D;
import basalt.bench.field.part.Letters.E;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Results;

/** Three iterations in sequence, as Dominion's own scheduler ticks by the clock and cannot be called. */
final class DominionSwaps implements Trial {
    private static final int KINDS = 4;

    private final Dominion dominion;
    private final Results<Results.With2<A, B>> ab;
    private final Results<Results.With2<C, D>> cd;
    private final Results<Results.With2<C, E>> ce;
    private final Letters.Letter[][] letters;
    private final int ofEach;

    DominionSwaps(int entitiesOfEach) {
        ofEach = entitiesOfEach;
        letters = new Letters.Letter[KINDS * ofEach][];
        dominion = Dominions.lasting();
        for (int entity = 0; entity < letters.length; entity++) {
            letters[entity] = switch (entity / ofEach) {
                case 0 -> new Letters.Letter[] {new A(), new B()};
                case 1 -> new Letters.Letter[] {new A(), new B(), new C()};
                case 2 -> new Letters.Letter[] {new A(), new B(), new C(), new D()};
                default -> new Letters.Letter[] {new A(), new B(), new C(), new E()};
            };
            dominion.createEntity((Object[]) letters[entity].clone());
        }
        ab = dominion.findCompositionsWith(A.class, B.class);
        cd = dominion.findCompositionsWith(C.class, D.class);
        ce = dominion.findCompositionsWith(C.class, E.class);
        rewind();
    }

    @Override
    public int run() {
        int count = 0;
        for (Results.With2<A, B> pair : ab) {
            float value = pair.comp1().value;
            pair.comp1().value = pair.comp2().value;
            pair.comp2().value = value;
            count++;
        }
        for (Results.With2<C, D> pair : cd) {
            float value = pair.comp1().value;
            pair.comp1().value = pair.comp2().value;
            pair.comp2().value = value;
        }
        for (Results.With2<C, E> pair : ce) {
            float value = pair.comp1().value;
            pair.comp1().value = pair.comp2().value;
            pair.comp2().value = value;
        }
        return count;
    }

    @Override
    public void rewind() {
        for (int entity = 0; entity < letters.length; entity++) {
            for (int component = 0; component < letters[entity].length; component++) {
                letters[entity][component].value = Start.letter(entity, component);
            }
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[ofEach * (2 + 3 + 4 + 4)];
        int next = 0;
        for (Letters.Letter[] entity : letters) {
            for (Letters.Letter letter : entity) {
                values[next++] = letter.value;
            }
        }
        return values;
    }

    @Override
    public void close() {
        dominion.close();
    }
}

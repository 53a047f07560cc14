package basalt.bench.field.plain;

import basalt.bench.field.Toggles;
import basalt.bench.field.part.Letters;
import java.util.ArrayList;
import java.util.List;

/** Objects with a reference to the component that is added and removed. */
final class ObjectToggles implements Toggles {
    private static final class Item {
        private final Letters.A a = new Letters.A();
        private Letters.B b;
    }

    private final List<Item> items = new ArrayList<>();

    ObjectToggles(int entities) {
        for (int i = 0; i < entities; i++) {
            items.add(new Item());
        }
    }

    @Override
    public int add() {
        for (Item item : items) {
            item.b = new Letters.B();
        }
        return items.size();
    }

    @Override
    public int remove() {
        for (Item item : items) {
            item.b = null;
        }
        return items.size();
    }

    @Override
    public int count() {
        return (int) items.stream()
                .filter(item -> item.a != null && item.b != null && item.b.value == 0)
                .count();
    }

    @Override
    public void close() {
        items.clear();
    }
}

package basalt.bench.field.plain;

import basalt.bench.field.Hunt;
import basalt.bench.field.Trial;
import java.util.ArrayList;
import java.util.List;

/** Animals as objects. A predator refers to its prey, and a prey to its predators; one that is caught is replaced. */
final class ObjectHunt implements Trial {
    private static class Animal {
        private float x;
        private float y;
        private float dx;
        private float dy;

        final void move() {
            x += dx;
            y += dy;
        }
    }

    private static final class Predator extends Animal {
        private Prey target;
    }

    private static final class Prey extends Animal {
        private final int number;
        private final List<Predator> hunters = new ArrayList<>();

        Prey(int number, Hunt hunt) {
            this.number = number;
            ((Animal) this).x = hunt.place();
            ((Animal) this).y = hunt.place();
        }
    }

    private final Hunt hunt = new Hunt();
    private final int ofPrey;
    private final List<Predator> predators = new ArrayList<>();
    private final List<Prey> prey = new ArrayList<>();
    private final List<Prey> caught = new ArrayList<>();

    ObjectHunt(int ofPrey) {
        this.ofPrey = ofPrey;
        rewind();
    }

    @Override
    public int run() {
        predators.forEach(Animal::move);
        prey.forEach(Animal::move);
        for (Predator predator : predators) {
            if (predator.target == null) {
                predator.target = prey.get(hunt.choose(ofPrey));
                predator.target.hunters.add(predator);
            }
        }
        predators.forEach(this::pursue);
        for (Prey each : caught) {
            if (prey.get(each.number) == each) { // else another predator has caught it too
                each.hunters.forEach(hunter -> hunter.target = null);
                prey.set(each.number, new Prey(each.number, hunt));
            }
        }
        caught.clear();
        return predators.size() + prey.size();
    }

    private void pursue(Predator predator) {
        Animal self = predator;
        Animal target = predator.target;
        float toX = target.x - self.x;
        float toY = target.y - self.y;
        float square = toX * toX + toY * toY;
        float distance = (float) Math.sqrt(square);
        if (distance > Hunt.NO_TURN) {
            self.dx = Hunt.turned(toX, distance);
            self.dy = Hunt.turned(toY, distance);
        }
        if (square <= Hunt.CATCH_SQUARE) {
            caught.add(predator.target);
        }
    }

    @Override
    public void rewind() {
        hunt.rewind();
        predators.clear();
        prey.clear();
        for (int i = 0; i < Hunt.predators(ofPrey); i++) {
            Predator predator = new Predator();
            Animal self = predator;
            self.x = hunt.den();
            self.y = hunt.den();
            self.dx = Hunt.START_SPEED;
            self.dy = Hunt.START_SPEED;
            predators.add(predator);
        }
        for (int number = 0; number < ofPrey; number++) {
            prey.add(new Prey(number, hunt));
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[5 * predators.size() + 2 * prey.size()];
        int next = 0;
        for (Predator predator : predators) {
            Animal self = predator;
            values[next++] = self.x;
            values[next++] = self.y;
            values[next++] = self.dx;
            values[next++] = self.dy;
            values[next++] = predator.target == null ? Hunt.NONE : predator.target.number;
        }
        for (Animal each : prey) {
            values[next++] = each.x;
            values[next++] = each.y;
        }
        return values;
    }

    @Override
    public void close() {
        prey.clear();
    }
}

package basalt.examples.survivor;

import basalt.component.EntityHandle;
import java.util.Arrays;

/** The components and the event of the game. A record is all that each needs. */
interface Model {
    /** A point or a direction. In a component it is columns: {@code at.x} and {@code at.y} of a {@link Position}. */
    record Vec(float x, float y) {
        static Vec polar(double angle, double length) {
            return new Vec((float) (length * Math.cos(angle)), (float) (length * Math.sin(angle)));
        }

        Vec plus(Vec other) {
            return new Vec(x + other.x, y + other.y);
        }

        Vec minus(Vec other) {
            return new Vec(x - other.x, y - other.y);
        }

        Vec times(float factor) {
            return new Vec(x * factor, y * factor);
        }

        /** This direction in a frame that faces another one. */
        Vec turned(Vec facing) {
            return new Vec(facing.x * x - facing.y * y, facing.y * x + facing.x * y);
        }

        Vec ofLength(float length) {
            return times(length / (float) Math.sqrt(x * x + y * y + 1e-6f));
        }
    }

    record Position(Vec at) {
        Velocity towards(Vec place, float speed) {
            return new Velocity(place.minus(at).ofLength(speed));
        }

        boolean isNear(Vec place, float reach) {
            float dx = place.x - at.x, dy = place.y - at.y;
            return dx * dx + dy * dy < reach * reach;
        }
    }

    record Velocity(Vec perSecond) {}

    record Health(float points, float most) {
        Health plus(float more) {
            return new Health(Math.min(most, points + more), most);
        }
    }

    /** Seconds until a weapon or a turret can fire, a bullet or a label ends, or an enemy is no longer stunned. */
    record Timer(float left) {}

    // The components of the hero, which is one entity, and of its weapons.
    record Level(int level, int xp, int next) {}

    record Score(int kills, int deaths) {}

    /** A bundle: components that a kernel reads and writes together. */
    record Fate(Score score, Health health) {
        Fate revived() {
            return new Fate(new Score(score.kills(), score.deaths() + 1), health.plus(health.most()));
        }
    }

    record Info(String name) {}

    /** A thing that the hero carries. */
    record Item(int kind, int level) {
        static final int WEAPON = 0, UPGRADE = 1;
    }

    // Arrays are lists: their elements are off heap, and saved with the entity.
    record Inventory(Item[] items) {
        Inventory plus(Item item) {
            Item[] all = Arrays.copyOf(items, items.length + 1);
            all[items.length] = item;
            return new Inventory(all);
        }
    }

    record Arsenal(@EntityHandle long[] weapons) {}

    record Weapon(boolean isHoming, float cooldown, float damage, float speed, int shots) {
        Weapon improved(int more) {
            return new Weapon(isHoming, Math.max(0.05f, cooldown * 0.95f), damage, speed, Math.min(12, shots + more));
        }
    }

    record Bullet(float damage, boolean stuns) {}

    /** The enemy that a bullet follows; none if it flies straight on. */
    record Homing(@EntityHandle long target) {}

    record Hostile() {}

    record Enemy(float speed, float damage, int xp) {}

    /** The direction away from the enemies that are near. The nearer one is, the more it adds. */
    record Push(Vec by) {
        static final Push NONE = new Push(new Vec(0, 0));

        Push plus(Position mine, Position other, float radius) {
            Vec away = mine.at.minus(other.at);
            float squared = away.x * away.x + away.y * away.y;
            float weight = squared > 0 ? 1 / (float) Math.sqrt(squared) - 1 / radius : 0;
            return new Push(by.plus(away.times(weight)));
        }
    }

    // A boss is an enemy with two turrets, which are its children and turn with it.
    record Boss(@EntityHandle long left, @EntityHandle long right) {}

    record Turret(float spin, float cooldown) {}

    record Local(Vec at, Vec facing) {}

    record Global(Vec at, Vec facing) {
        Global of(Local inner) {
            return new Global(at.plus(inner.at.turned(facing)), inner.facing.turned(facing));
        }
    }

    record Pickup(int xp, float heal) {}

    /** Damage that is shown for a moment, and rises. */
    record Label(float damage) {}

    /** An event. */
    record Hit(@EntityHandle long target, float damage, boolean stuns) {}
}

package basalt.bench.field.artemis;

import basalt.bench.field.Start;
import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;

/** Moves entities with pooled components. */
final class PooledMove extends ArtemisMove {
    private ComponentMapper<PooledPlace> places;
    private ComponentMapper<PooledMotion> motions;

    PooledMove() {
        super(PooledPlace.class, PooledMotion.class);
    }

    @Override
    protected void processSystem() {
        IntBag matching = getEntityIds();
        int[] ids = matching.getData();
        for (int i = 0, size = matching.size(); i < size; i++) {
            process(ids[i]);
        }
    }

    private void process(int entity) {
        PooledPlace place = places.get(entity);
        PooledMotion motion = motions.get(entity);
        place.x += motion.dx;
        place.y += motion.dy;
        place.z += motion.dz;
    }

    @Override
    void put(int entity, int number) {
        PooledPlace place = places.get(entity);
        place.x = Start.x(number);
        place.y = Start.y(number);
        place.z = Start.z(number);
    }

    @Override
    void launch(int entity) {
        launch(motions.get(entity));
    }

    @Override
    void addMotion(int entity) {
        launch(motions.create(entity));
    }

    private static void launch(PooledMotion motion) {
        motion.dx = Start.DX;
        motion.dy = Start.DY;
        motion.dz = Start.DZ;
    }

    @Override
    void removeMotion(int entity) {
        motions.remove(entity);
    }

    @Override
    float value(int entity, int field) {
        PooledPlace place = places.get(entity);
        PooledMotion motion = motions.get(entity);
        return switch (field) {
            case 0 -> place.x;
            case 1 -> place.y;
            case 2 -> place.z;
            case 3 -> motion == null ? 0 : motion.dx;
            case 4 -> motion == null ? 0 : motion.dy;
            default -> motion == null ? 0 : motion.dz;
        };
    }
}

package basalt.bench.field.artemis;

import basalt.bench.field.Start;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;

/** Moves entities with plain components. */
final class PlainMove extends ArtemisMove {
    private ComponentMapper<Place> places;
    private ComponentMapper<Motion> motions;

    PlainMove() {
        super(Place.class, Motion.class);
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
        Place place = places.get(entity);
        Motion motion = motions.get(entity);
        place.x += motion.dx;
        place.y += motion.dy;
        place.z += motion.dz;
    }

    @Override
    void put(int entity, int number) {
        Place place = places.get(entity);
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

    private static void launch(Motion motion) {
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
        Place place = places.get(entity);
        Motion motion = motions.get(entity);
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

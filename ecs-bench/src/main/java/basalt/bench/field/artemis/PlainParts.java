package basalt.bench.field.artemis;

import basalt.bench.field.Start;
import basalt.bench.field.part.Health;
import basalt.bench.field.part.Lifetime;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import java.util.List;

/** Particles with plain components. */
final class PlainParts extends ArtemisParts {
    private ComponentMapper<Place> places;
    private ComponentMapper<Motion> motions;
    private ComponentMapper<Health> healths;

    @Override
    List<Class<? extends Component>> types() {
        return List.of(Place.class, Motion.class, Lifetime.class, Health.class);
    }

    @Override
    void bind(World world) {
        places = world.getMapper(Place.class);
        motions = world.getMapper(Motion.class);
        healths = world.getMapper(Health.class);
    }

    @Override
    void move(int entity) {
        Place place = places.get(entity);
        Motion motion = motions.get(entity);
        place.x += motion.dx;
        place.y += motion.dy;
        place.z += motion.dz;
    }

    @Override
    void hurt(int entity) {
        healths.get(entity).points -= 1;
    }

    @Override
    boolean isDead(int entity) {
        return healths.get(entity).points <= 0;
    }

    @Override
    void launch(int entity, int number) {
        places.get(entity).x = Start.spawnX(number);
        Motion motion = motions.get(entity);
        motion.dx = Start.DX;
        motion.dy = Start.DY;
        motion.dz = Start.DZ;
        healths.get(entity).points = Start.health(number);
    }

    @Override
    float[] values(int entity) {
        Place place = places.get(entity);
        return new float[] {place.x, place.y, place.z, healths.get(entity).points};
    }
}

package basalt.bench.field.artemis;

import basalt.bench.field.Start;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import java.util.List;

/** Particles with pooled components. */
final class PooledParts extends ArtemisParts {
    private ComponentMapper<PooledPlace> places;
    private ComponentMapper<PooledMotion> motions;
    private ComponentMapper<PooledHealth> healths;

    @Override
    List<Class<? extends Component>> types() {
        return List.of(PooledPlace.class, PooledMotion.class, PooledLifetime.class, PooledHealth.class);
    }

    @Override
    void bind(World world) {
        places = world.getMapper(PooledPlace.class);
        motions = world.getMapper(PooledMotion.class);
        healths = world.getMapper(PooledHealth.class);
    }

    @Override
    void move(int entity) {
        PooledPlace place = places.get(entity);
        PooledMotion motion = motions.get(entity);
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
        PooledMotion motion = motions.get(entity);
        motion.dx = Start.DX;
        motion.dy = Start.DY;
        motion.dz = Start.DZ;
        healths.get(entity).points = Start.health(number);
    }

    @Override
    float[] values(int entity) {
        PooledPlace place = places.get(entity);
        return new float[] {place.x, place.y, place.z, healths.get(entity).points};
    }
}

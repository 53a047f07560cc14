package basalt.bench.field.plain;

import basalt.bench.field.Rows;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import java.util.ArrayList;
import java.util.List;

/** Particles as objects with all their fields; the dead are removed from the list in one call. */
final class ObjectParticles implements Trial {
    private static final class Particle {
        private float x;
        private float y;
        private float z;
        private float dx = Start.DX;
        private float dy = Start.DY;
        private float dz = Start.DZ;
        private int lifetime = Start.LIFETIME;
        private int health;
    }

    private final int capacity;
    private final List<Particle> particles;
    private int spawned;

    ObjectParticles(int entities) {
        capacity = entities;
        particles = new ArrayList<>(entities);
        rewind();
    }

    @Override
    public int run() {
        for (Particle particle : particles) {
            particle.x += particle.dx;
            particle.y += particle.dy;
            particle.z += particle.dz;
        }
        for (Particle particle : particles) {
            particle.health -= 1;
        }
        particles.removeIf(particle -> particle.health <= 0);
        spawn(capacity - particles.size());
        return particles.size();
    }

    private void spawn(int number) {
        for (int k = 0; k < number; k++) {
            Particle particle = new Particle();
            particle.x = Start.spawnX(spawned);
            particle.health = Start.health(spawned);
            spawned++;
            particles.add(particle);
        }
    }

    @Override
    public void rewind() {
        particles.clear();
        spawned = 0;
        spawn(capacity);
    }

    @Override
    public float[] values() {
        Rows rows = new Rows(particles.size());
        for (Particle particle : particles) {
            rows.add(particle.x, particle.y, particle.z, particle.lifetime == 0 ? 0 : particle.health);
        }
        return rows.sorted();
    }

    @Override
    public void close() {
        particles.clear();
    }
}

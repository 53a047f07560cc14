package basalt.examples.showcase.tour;

import java.nio.file.Path;

/**
 * What to play.
 *
 * @param actors how many there are in each scene
 * @param frames how many there are in both scenes together
 * @param seed the same seed gives the same pictures, sounds and positions
 * @param textureBytes the most that the mips of the textures may take
 * @param guard whether to look for damaged memory
 * @param jmx whether JMX shows how much memory is allocated, while the game runs
 * @param json whether reports are JSON; else they are tables
 * @param wav where the sound goes
 * @param picture where the pictures go
 * @param save where the actors' positions go
 */
record Settings(
        int actors,
        int frames,
        long seed,
        long textureBytes,
        boolean guard,
        boolean jmx,
        boolean json,
        Path wav,
        Path picture,
        Path save) {}

package basalt.examples.cluster;

import io.aeron.security.Authenticator;
import io.aeron.security.SessionProxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.collections.Long2LongHashMap;

/** Lets in who has the token. Called by the leader, before the session is in the log. */
final class TokenAuthenticator implements Authenticator {
    private static final long REFUSED = 0;

    private final String token;
    private final Long2LongHashMap players = new Long2LongHashMap(REFUSED);

    TokenAuthenticator(String token) {
        this.token = token;
    }

    @Override
    public void onConnectRequest(long session, byte[] credentials, long nowMillis) {
        if (Credentials.areValid(credentials, token)) {
            players.put(session, Credentials.player(credentials));
        } else {
            players.remove(session); // of a request before: observers have no session, and all the same number
        }
    }

    @Override
    public void onChallengeResponse(long session, byte[] credentials, long nowMillis) {
        onConnectRequest(session, credentials, nowMillis);
    }

    @Override
    public void onConnectedSession(SessionProxy session, long nowMillis) {
        long player = players.get(session.sessionId());
        if (player == REFUSED) {
            session.reject();
        } else if (session.authenticate(principal(player))) { // else the leader asks again
            players.remove(session.sessionId());
        }
    }

    private static byte[] principal(long player) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(player)
                .array();
    }

    @Override
    public void onChallengedSession(SessionProxy session, long nowMillis) {
        onConnectedSession(session, nowMillis);
    }
}

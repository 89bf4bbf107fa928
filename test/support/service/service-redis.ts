import { makeFolder, onFreePort, openService, type Service } from './service-process.ts'
import type { RedisProgram } from './service-redis-program.ts'

/**
 * Starts a Redis server in a new folder, on a free port of 127.0.0.1, that writes nothing to disk
 * unless it is configured to.
 *
 * @param program - what runs it.
 * @param more - arguments beyond ours, `--appendonly`, `yes`.
 */
export async function startRedis(
  program: RedisProgram,
  more: readonly string[] = [],
): Promise<Service> {
  return onFreePort((port) => openAt(port, { program, more }))
}

async function openAt(
  port: number,
  { program, more }: { readonly program: RedisProgram; readonly more: readonly string[] },
): Promise<Service> {
  const folder = makeFolder('redis')
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--daemonize', 'no']
  return openService({
    url: `redis://127.0.0.1:${port}`,
    command: program.command,
    args: [...place, '--save', '', '--appendonly', 'no', ...more],
    folder,
    ready: /Ready to accept connections/,
    signal: 'SIGTERM',
    env: program.env,
  })
}

import { openServer, readEnv } from '@vaultwright/api'

// Runs the service as `serve` does, as a process that a test may kill: the environment says how, the
// first line where it listens.
const server = await openServer(readEnv())
process.stdout.write(`${server.url}\n`)
process.stdin.on('end', () => server.close()).resume()

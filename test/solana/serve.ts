// The node of Solana behind `npm start`. Prints one line of JSON when it listens, and ends with its input.
//   node serve.js <port, 0 takes a free one> <unix time of the chain>
import { openVaultWorld, solanaUsdText } from './vault-world.ts'

const [port = '0', unix] = process.argv.slice(2)
const world = await openVaultWorld({
  port: Number(port),
  ...(unix === undefined ? {} : { unix: BigInt(unix) }),
})
let clock: NodeJS.Timeout | undefined
world.shim.add({
  /** From now on the chain's clock is that of this machine. */
  svm_followClock: () => {
    const follow = () => world.setClock(BigInt(Math.floor(Date.now() / 1_000)))
    follow()
    clearInterval(clock)
    clock = setInterval(follow, 1_000)
    return true
  },
})
const { url, genesisHash, state, people } = world
const line = {
  url,
  genesisHash,
  vault: state,
  strategist: people.strategist,
  treasury: people.treasury,
  payroll: people.payroll,
  definition: solanaUsdText,
}
process.stdout.write(`${JSON.stringify(line)}\n`)
// Who started it holds its input open.
process.stdin.resume().once('close', async () => {
  clearInterval(clock)
  await world.close()
})
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

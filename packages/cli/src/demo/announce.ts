import type { Json } from '../answer.ts'
import type { Ink } from '../print/ink.ts'
import { printPairs } from '../print/table.ts'
import { type DemoPlace, tourOf } from './tour.ts'

/** Turns the running demo into what `--json` shows. */
export function demoJsonOf(place: DemoPlace): Json {
  const { url, metricsUrl, chainUrl, key, manifest } = place
  return {
    ...{ url, docs: `${url}/docs`, openapi: `${url}/openapi.json`, metrics: metricsUrl },
    ...{ chain: chainUrl, key },
    vaults: manifest.vaults.map(({ name, vault, strategists }) => ({
      ...{ name, chain: 'local', vault },
      strategists: strategists.map(({ name, address }) => ({ name, address })),
    })),
    examples: tourOf(place).map(({ what, line }) => ({ what, line })),
  }
}

/** Prints the running demo for a person. */
export function* printDemo(place: DemoPlace, ink: Ink): Iterable<string> {
  const { url, metricsUrl, chainUrl, key, manifest } = place
  yield `${ink.green('ready')}  ${ink.bold(url)}\n\n`
  yield* printPairs(
    [
      ['documentation', `${url}/docs`],
      ...(metricsUrl === null ? [] : [['metrics', metricsUrl] as const]),
      ['key', key],
      ['chain', `${chainUrl}  the local chain, 45 days old`],
      ...manifest.vaults.map(({ name, vault }) => [name, vault] as const),
    ],
    ink,
  )
  for (const { what, line } of tourOf(place)) yield `\n${ink.dim(`# ${what}`)}\n${line}\n`
  yield `\n${ink.yellow('This is a demo:')} the chain is your own, its keys are known to everybody, and the store goes when it\n`
  yield 'ends. Every day was indexed from that chain, prices by an oracle on it, and new days follow as it moves on.\n'
  yield 'For real: vaultwright db migrate, tenant create, user create, key create, vault add, tree push, then\n'
  yield `vaultwright serve and vaultwright index run, with <CHAIN>_RPC_URL set. ${ink.dim('Ctrl-C ends everything.')}\n`
}

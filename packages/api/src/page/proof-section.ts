import { notProvenOf } from '@vaultwright/outcome'
import type { SimulationPage } from '@vaultwright/wire'
import { type Html, html, listOf } from './html.ts'

/** Says what a simulation follows from, or why it is not proven; nothing where no proof was asked for. */
export function proofSectionOf(page: SimulationPage): Html | null {
  const { proof, unproven_because, chain_id, strategist_address, target } = page
  if (proof == null) {
    if (unproven_because === undefined) return null
    return html`<h2>What it follows from</h2>
<p class="look">Told by the node, not proven. ${unproven_because}</p>`
  }
  const { block_hash, state_root, hardfork, accounts, slots, bytes, depends_on } = proof
  const facts = depends_on.length === 0 ? 'nothing' : depends_on.join(', ')
  return html`<h2>What it follows from</h2>
<p>This service says that the result follows from the block's hash alone. Download the <a href="${proof.witness_url}">witness</a>, take the hash, the chain and the accounts from another source than this page and the calldata that you sign, and run it again without network:</p>
<pre>npx vaultwright simulate @call.hex --from ${strategist_address} --to ${target} --chain ${String(chain_id)} --replay witness.json --block-hash 0x…</pre>
${listOf([
  ['block hash', html`<code>${block_hash}</code>`],
  ['state root', html`<code>${state_root}</code>`],
  ['hardfork', hardfork],
  ['read', `${accounts} accounts, ${slots} slots; a witness of ${bytes} bytes`],
  ['asked of its block', facts],
])}
<details><summary>What is not proven</summary><ul>${notProvenOf({ chainId: chain_id, isFinal: false }).map((text) => html`<li>${text}</li>`)}</ul></details>`
}

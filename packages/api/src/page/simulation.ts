import {
  type SimulationPage,
  type SimulationPageCall,
  type SimulationPageRun,
  type SvmSimulationPage,
  simulationPage,
  svmSimulationPage,
} from '@vaultwright/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Compile from 'typebox/compile'
import { envelopeOf } from '../request/envelope.ts'
import type { ApiContext } from '../service/context.ts'
import { documentOf, type Html, html, listOf, pageHeaders } from './html.ts'
import { proofSectionOf } from './proof-section.ts'
import { effectsOf } from './simulation-effect.ts'
import { svmSimulationHtmlOf } from './svm-simulation.ts'

const check = Compile(simulationPage)
const svmCheck = Compile(svmSimulationPage)

/** Writes the page of a simulation: plain HTML that runs nothing. */
export function simulationHtmlOf(page: SimulationPage): string {
  const [first, ...furtherRuns] = page.seen
  const body = html`<h1>${page.description}</h1>
${verdictOf(page)}
${marksOf(page)}
${warningsOf(page)}
${differencesOf(page)}
<h2>Calls</h2>
<ol>${page.calls.map(callOf)}</ol>
${page.differences.length === 0 ? effectsOf(first!, page) : [first!, ...furtherRuns].map((one) => sideOf(one, page))}
<h2>Where and when</h2>
${factsOf(page, first!)}
${proofSectionOf(page)}
<h2>Check it yourself</h2>
<p>This page is not a proof. Decode and simulate the calldata on your own machine before you sign. This command needs no network:</p>
<pre>${page.verify_command}</pre>
<h2>Calldata</h2>
<p>To <code>${page.target}</code>, from <code>${page.strategist_address}</code>, with value ${page.value ?? '0'}.</p>
<pre>${page.encoded_tx_data}</pre>
<p class="soft">Kept until ${page.expires_at}. As JSON: add <code>.json</code> to the address.</p>`
  return documentOf(`Simulation: ${page.description}`, body)
}

/** Writes the page of a simulation that is not there. */
export function missingHtmlOf(): string {
  return documentOf(
    'No simulation',
    html`<h1>There is no such simulation</h1>
<p>The address is wrong, or the simulation has expired. Build again for a new one.</p>`,
  )
}

/**
 * Adds the pages of simulations: the holder of the link may read, and the link cannot be guessed.
 *
 * The console shows them where it is on; else plain HTML that runs nothing does.
 */
export function addSimulationPage(app: FastifyInstance, { store, config }: ApiContext): void {
  // Behind a path of its own, the service's scripts are not where the console expects them.
  const isAtRoot = config.publicUrl === null || new URL(config.publicUrl).pathname === '/'
  const showsConsole = config.hasConsole && isAtRoot
  app.get<{ Params: { id: string } }>('/simulations/:id', async (request, reply) => {
    const { id, isJson } = pageRequestOf(request)
    const stored = isSimulationId(id) ? await store.simulations.find(id) : null
    const page = stored === null ? null : pageIn(stored.body)
    if (showsConsole && !isJson) {
      reply.code(page === null ? 404 : 200).headers(privateHeaders)
      return reply.sendFile('index.html')
    }
    reply.headers(pageHeaders)
    if (page === null) return missing(reply, isJson)
    if (isJson) return reply.type('application/json; charset=utf-8').send(stored!.body)
    const text = 'instructions' in page ? svmSimulationHtmlOf(page) : simulationHtmlOf(page)
    return reply.type('text/html; charset=utf-8').send(text)
  })
}

/** Tells whether a text may be the name of a simulation. */
export function isSimulationId(text: string): boolean {
  return /^[\w-]{20,64}$/.test(text)
}

/** The link is a secret: no index, and no cache between that mixes up what was asked for. */
const privateHeaders = { 'x-robots-tag': pageHeaders['x-robots-tag'], vary: pageHeaders.vary }

function verdictOf({ status, seen: runs }: SimulationPage): Html {
  if (status === true) return html`<p class="verdict good">Would succeed.</p>`
  const failing = runs[0]?.failing ?? null
  return html`<p class="verdict bad">No. ${status}</p>
${failing === null ? null : failingOf(failing)}`
}

function failingOf(failing: NonNullable<SimulationPageRun['failing']>): Html {
  const { revert, call_path, target, stage, unknown } = failing
  const reason =
    stage === null
      ? null
      : stage === 'verification'
        ? 'The Manager refuses it before it is made: leaf, proof or decoder.'
        : 'The Manager lets it through; the call itself fails.'
  return listOf([
    ['reverts with', html`<code>${revert}</code>`],
    ['failing call', call_path === null ? unknown : call_path.join('.')],
    ['function', failing.function === null ? null : html`<code>${failing.function}</code>`],
    ['of', target === null ? null : html`<code>${target}</code>`],
    ['where', reason],
  ])
}

/** The most values that are called out above the calls. */
const maxMarks = 20

/** Amounts without a limit, outputs without protection and other receivers come before everything else. */
function marksOf({ calls }: SimulationPage): Html | null {
  const marked = calls.flatMap(({ path, details = [], unread = null }) => [
    ...(unread === null ? [] : [{ place: path.join('.'), name: 'calldata', text: unread }]),
    ...details.flatMap(({ path: name, text, mark }) =>
      mark === null ? [] : [{ place: path.join('.'), name, text }],
    ),
  ])
  if (marked.length === 0) return null
  const more = marked.length - maxMarks
  const tail =
    more > 0 ? html`<li class="look">and ${String(more)} more, marked at their calls</li>` : null
  return html`<h2>Look at these first</h2>
<ul>${marked.slice(0, maxMarks).map(({ place, name, text }) => html`<li class="look">call ${place}, ${name}: ${text}</li>`)}${tail}</ul>`
}

function warningsOf({ warnings, seen: runs }: SimulationPage): Html | null {
  const all = [...warnings, ...(runs[0]?.warnings ?? [])]
  if (all.length === 0) return null
  return html`<h2>Warnings</h2>
<ul>${all.map(({ code, message }) => html`<li class="look">${message} <code>${code}</code></li>`)}</ul>`
}

function differencesOf({ differences }: SimulationPage): Html | null {
  if (differences.length === 0) return null
  return html`<h2>Where the engines differ</h2>
<ul>${differences.map(({ field, message }) => html`<li class="bad">${message} <code>${field}</code></li>`)}</ul>`
}

function callOf(call: SimulationPageCall): Html {
  const { path, description, target, target_label, data, value, sentences, unread } = call
  const label = target_label === null ? null : html` ${target_label}`
  const paid = value === '0' ? null : html`<p class="look">with ${value} wei</p>`
  const [sentence = null, ...furtherSentences] = sentences ?? []
  const facts =
    description === null || description === sentence
      ? null
      : html`<p class="soft">The request, not the calldata, says: ${description}</p>`
  const heading = sentence ?? description ?? call.function ?? data.slice(0, 10)
  return html`<li><h3>${path.join('.')} · ${heading}</h3>
${furtherSentences.map((other) => html`<p>${other}</p>`)}
<p class="soft"><code>${call.function ?? data.slice(0, 10)}</code> of <code>${target}</code>${label}</p>
${paid}${unread === undefined || unread === null ? null : html`<p class="look">${unread}</p>`}
${argumentsOf(call)}${sentence === null ? null : facts}
<details><summary>data</summary><pre>${data}</pre></details></li>`
}

/** Records of earlier versions hold names and values alone. */
function argumentsOf({ details, arguments: named }: SimulationPageCall): Html | null {
  const rows =
    details === undefined
      ? Object.entries(named ?? {}).map(
          ([name, text]) => html`<dt>${name}</dt><dd class="mono">${text}</dd>`,
        )
      : details.map(({ path, text, mark }) =>
          mark === null
            ? html`<dt>${path}</dt><dd class="mono">${text}</dd>`
            : html`<dt>${path}</dt><dd class="mono look">${text}</dd>`,
        )
  return rows.length === 0 ? null : html`<dl>${rows}</dl>`
}

function sideOf(seen: SimulationPageRun, page: SimulationPage): Html {
  const outcome = seen.status === true ? 'would succeed' : seen.status
  return html`<h2>What the ${seen.engine} says: ${outcome}</h2>
${effectsOf(seen, page)}`
}

/** Two engines find a bug of one of them, and no lie of the node that both ask. */
const sharedNode =
  'both engines asked the same node: a node that lies about its state deceives both'

function factsOf(page: SimulationPage, first: SimulationPageRun): Html {
  const { block } = page
  const engines = page.seen.map(({ engine, engine_version }) => `${engine} ${engine_version}`)
  const agreed = page.seen.length === 1 ? ' (alone, not cross-checked)' : ''
  // A proof does not say what the next block charges: that is the node's word.
  const eth = page.seen.find(({ gas_cost_eth }) => gas_cost_eth !== null)?.gas_cost_eth ?? null
  const cost = eth === null ? 'cost not known' : `${eth} of the coin`
  return listOf([
    ['chain', `${page.chain} (${page.chain_id})`],
    ['block', html`${block.number}, ${block.time}, <code>${block.hash}</code>`],
    ['vault', html`<code>${page.vault_address}</code>`],
    ['strategist', html`<code>${page.strategist_address}</code>`],
    ['Manager', html`<code>${page.target}</code>`],
    ['root', html`<code>${page.root}</code>`],
    ['gas', `${first.gas_used}, ${cost}`],
    ['engines', `${engines.join(', ')}${agreed}`],
    ['nodes', page.engines_share_node === true ? sharedNode : null],
    ['made', page.created_at],
  ])
}

function pageRequestOf(request: FastifyRequest<{ Params: { id: string } }>): {
  readonly id: string
  readonly isJson: boolean
} {
  const { id } = request.params
  if (id.endsWith('.json')) return { id: id.slice(0, -'.json'.length), isJson: true }
  const accept = request.headers.accept ?? ''
  return { id, isJson: accept.includes('application/json') && !accept.includes('text/html') }
}

/** The page in a stored text; none if another version stored another shape. */
function pageIn(body: string): SimulationPage | SvmSimulationPage | null {
  const value: unknown = JSON.parse(body)
  return check.Check(value) || svmCheck.Check(value) ? value : null
}

function missing(reply: FastifyReply, isJson: boolean): FastifyReply {
  reply.code(404)
  if (!isJson) return reply.type('text/html; charset=utf-8').send(missingHtmlOf())
  const message = 'There is no such simulation, or it has expired. Build again for a new one.'
  const body = envelopeOf('data', { code: 'simulation_not_found', message })
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

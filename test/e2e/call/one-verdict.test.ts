import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printHex } from '@vaultwright/base'
import { checkAnswer, checkSavedAnswer, parseSavedRequest } from '@vaultwright/check'
import { rootOf } from '@vaultwright/merkle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChains } from '../../../packages/api/src/node/chains.ts'
import { builtReasons } from '../../../packages/check/src/answer/built-reason.ts'
import { type AnswerVerdict, verdictOf } from '../../../packages/check/src/verdict/verdict.ts'
import { fieldsOf } from '../../../packages/console/src/app/action/input/field.ts'
import { paramsOf } from '../../../packages/console/src/app/action/input/form-check.ts'
import {
  builderPath,
  localEth,
  main,
  seedLocalVault,
  treeOfStrategist,
} from '../../api/support/builder-world.ts'
import { openTestApi, testConfig } from '../../api/support/harness.ts'
import { requestBy } from '../../support/call/first-request.ts'
import { localChainFolder, startLocalChain } from '../../support/node/local-chain.ts'
import { runBeside, scratch } from '../program.ts'

const file = treeOfStrategist(localEth, main)
const treePath = join(localChainFolder, localEth.strategists[0]!.tree)
const { vault, manager } = localEth
const place = {
  chain: 'local',
  chainId: 31337,
  vaultName: localEth.name,
  vault,
  manager,
  strategist: main,
  strategistName: 'main',
  root: printHex(rootOf(file.tree.tree)),
  managerRoot: null,
}
const trees = { file, managerFile: null }

/** The outcome of one action in one place: the codes of its refusal, or the verdict with its reasons. */
type Outcome = { readonly word: string; readonly codes: readonly string[] }

/** One action through command line, service and page. */
type Outcomes = { readonly cli: Outcome; readonly api: Outcome; readonly page: Outcome }

/** A chain, a service on it, and the actions that its page shows. */
type VerdictWorld = {
  /** By the manifest of the service. */
  readonly routes: readonly string[]
  readonly outcomesOf: (route: string) => Promise<Outcomes>
  readonly close: () => Promise<void>
}

let world: VerdictWorld

beforeAll(async () => {
  world = await openVerdictWorld()
})
afterAll(() => world.close())

async function openVerdictWorld(): Promise<VerdictWorld> {
  const { anvil } = await startLocalChain()
  const chains = openChains({ LOCAL_RPC_URL: anvil.url }, testConfig.simulation)
  const api = await openTestApi({ chains })
  await seedLocalVault(api.store, api.tenant.id)
  const headers = await api.as('strategist')
  const { body: manifest } = await api.ask('GET', builderPath('actions', main), { headers })
  const folder = scratch()

  /** The command line builds, writes what it printed, and checks that file against its own request and tree. */
  const cliOutcome = async (action: Action): Promise<Outcome> => {
    const values = Object.entries(action.params).flatMap(([name, text]) => [
      '--set',
      `${name}=${text}`,
    ])
    const node = ['--rpc-url', anvil.url, '--tree', treePath]
    const { out, err } = await runBeside([
      'action',
      'build',
      action.route,
      ...values,
      ...node,
      '--json',
    ])
    const built = JSON.parse(out === '' ? err : out)
    if (built.encoded_tx_data === undefined) return refusal(built)
    const paths = { answer: join(folder, 'answer.json'), request: join(folder, 'request.json') }
    writeFileSync(paths.answer, out)
    writeFileSync(paths.request, JSON.stringify(requestOf(action)))
    const words = ['check', paths.answer, '--request', paths.request, '--tree', treePath, '--json']
    const checked = await runBeside(words)
    return outcomeOf(JSON.parse(checked.out))
  }

  /** The service builds; its answer is checked as it was saved, and as the page does with what its form holds. */
  const servedOutcomes = async (action: Action): Promise<Pick<Outcomes, 'api' | 'page'>> => {
    const path = builderPath('execute-multiple', main)
    const body = { actions: [action], skip_sim: true, verbose: true }
    const { status, body: answer, text } = await api.ask('POST', path, { headers, body })
    if (status !== 200) return { api: refusal(answer), page: refusal(answer) }
    const inputs = { managerTree: null, quote: null, days: null, accounts: null, nowUnix: 0 }
    const request = parseSavedRequest(requestOf(action))
    const saved = checkSavedAnswer(text, { ...inputs, request, tree: file })
    const form = { texts: action.params, all: [] }
    const shown = { ...action, params: paramsOf(fieldsOf(manifest[action.route]), form) }
    const page = verdictOf(builtReasons(checkAnswer(answer, { place, trees }, [shown])))
    return { api: outcomeOf(saved), page: outcomeOf(page) }
  }

  /** The first values that go together. */
  const combinationOf = async (route: string) => {
    if (!manifest[route].has_constraints) return {}
    const path = builderPath('actions', `${main}/constraints/${route}`)
    const { body } = await api.ask('GET', path, { headers })
    return body.constraints[0]
  }

  /** No coin is sold for itself. */
  const tradeOf = ({ route, params }: Action): Action => {
    if (params.token_in === undefined || params.token_in !== params.token_out)
      return { route, params }
    type Choice = string | readonly [string, string]
    type Parameter = { readonly name: string; readonly choices: readonly Choice[] }
    const { choices } = manifest[route].params.find(({ name }: Parameter) => name === 'token_out')
    const values = (choices as readonly Choice[]).map((choice) =>
      typeof choice === 'string' ? choice : choice[1],
    )
    return {
      route,
      params: { ...params, token_out: values.find((value) => value !== params.token_in)! },
    }
  }

  return {
    routes: Object.keys(manifest),
    outcomesOf: async (route) => {
      const action = tradeOf(requestBy(route, manifest[route], await combinationOf(route)))
      return { cli: await cliOutcome(action), ...(await servedOutcomes(action)) }
    },
    close: async () => {
      await chains.close()
      await api.close()
      await anvil.close()
    },
  }
}

type Action = ReturnType<typeof requestBy>

function requestOf(action: Action) {
  return { chain: 'local', vault_address: vault, strategist_address: main, actions: [action] }
}

type Problem = { readonly loc: readonly (string | number)[]; readonly type: string }

/** Lists refused parameters with their reasons: the same list in an error of the command line and of the service. */
function refusal(body: {
  readonly detail?: readonly Problem[]
  readonly error?: { readonly facts: { readonly detail: readonly Problem[] } }
}): Outcome {
  const detail = body.detail ?? body.error!.facts.detail
  return { word: 'refused', codes: detail.map(({ loc, type }) => `${loc.at(-1)} ${type}`) }
}

function outcomeOf({ answer, reasons }: AnswerVerdict): Outcome {
  const codes = reasons.flatMap(({ weight, code }) => (weight === 'note' ? [] : [code]))
  return { word: answer, codes: [...new Set(codes)].toSorted() }
}

test('law: command line, service and page give one verdict of each action of the manifest, and never No', async () => {
  const words = { yes: 0, open: 0, refused: 0 }
  let openByUnits = 0
  expect(world.routes).toHaveLength(52)
  for (const route of world.routes) {
    const { cli, api, page } = await world.outcomesOf(route)
    expect(api, route).toEqual(cli)
    expect(page, route).toEqual(cli)
    // Lists, a third party's calldata and positions that are not there: a request has to bring them.
    expect(Object.keys(words), route).toContain(cli.word)
    words[cli.word as keyof typeof words]++
    if (cli.word === 'open' && cli.codes.join() === 'not_asked') openByUnits++
  }
  expect(words.yes + words.open).toBeGreaterThanOrEqual(39)
  // No record has the tokens of a local chain: an amount of one is open, and nothing else of its action.
  expect(words.yes).toBeGreaterThan(0)
  expect(words.yes + openByUnits).toBeGreaterThanOrEqual(25)
  expect(words.refused).toBeGreaterThan(0)
})

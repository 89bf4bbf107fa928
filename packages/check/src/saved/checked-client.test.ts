import { buildActions } from '@vaultwright/builder'
import { createClient, MalformedResponseError } from '@vaultwright/client'
import { expect, test } from 'vitest'
import { simulationRecordOf } from '../../../../test/support/call/simulation-record.ts'
import {
  answeredAtUnix,
  builtOf,
  traderContext,
  trading,
} from '../../../../test/support/swap/swap-answer.ts'
import { AnswerNotFollowedError, checkedClientOf } from './checked-client.ts'

const { file: tree, vault, trader } = trading
const place = { chain: 'local', vault_address: vault, strategist_address: trader }
const actions = [{ route: 'native_wrapper/wrap', params: { amount: '1' } }]
const built = await buildActions(traderContext, actions)
const answer = builtOf(built)

/** A client of a server that answers the same to everything. */
const clientOf = (body: object) =>
  checkedClientOf(
    createClient({
      baseUrl: 'https://api.example',
      apiKey: 'vw_key',
      fetch: async () => Response.json(body),
    }),
    () => Number(answeredAtUnix),
  )
const execute = (body: object, given: { readonly isOpenAccepted?: boolean } = {}) =>
  clientOf(body).executeMultiple({ ...place, actions }, { tree, ...given })

test('golden: an answer that follows is given as the service sent it, with its verdict', async () => {
  const following = await execute(answer)
  expect(following.answer).toEqual(answer)
  expect(following.checked).toMatchObject({ kind: 'build', answer: 'yes' })
})

test('default: one action, and a tree by its root', async () => {
  const [report] = answer.action_api_response
  const checkedCall = clientOf({ ...answer, action_api_response: report }).execute(
    {
      chain: 'local',
      vault_address: vault,
      tail: `${trader}/native_wrapper/wrap`,
      params: { amount: '1' },
    },
    { tree },
  )
  expect((await checkedCall).checked).toMatchObject({ kind: 'build', answer: 'yes' })
  const root_hash = `0x${'1'.repeat(64)}`
  await expect(clientOf(answer).getTree({ root_hash }, {})).rejects.toBeInstanceOf(
    MalformedResponseError,
  )
})

test('refuses: what does not follow, and what is of another kind, whatever it carries', async () => {
  const digit = answer.encoded_tx_data.at(-70) === '0' ? '1' : '0'
  const encoded_tx_data = `${answer.encoded_tx_data.slice(0, -70)}${digit}${answer.encoded_tx_data.slice(-69)}`
  const error = await execute({ ...answer, encoded_tx_data }, { isOpenAccepted: true }).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AnswerNotFollowedError)
  expect(error).toMatchObject({ code: 'answer_not_followed', checked: { answer: 'no' } })
  const record = { ...simulationRecordOf(built, trading), ...answer, encoded_tx_data }
  await expect(execute(record)).rejects.toMatchObject({ checked: { kind: 'build', answer: 'no' } })
})

test('refuses: an answer that is open, unless it is accepted', async () => {
  const ask = (given: object) => clientOf(answer).executeMultiple({ ...place, actions }, given)
  await expect(ask({})).rejects.toThrow(/cannot be told to follow: Give the strategist's tree/)
  expect((await ask({ isOpenAccepted: true })).checked.answer).toBe('open')
})

import { BaseError } from '@vaultwright/base'
import { bookProblemOf, nameShapeOf } from '@vaultwright/registry'
import type { StoredAccountName } from '@vaultwright/store'
import { type AccountNameData, printTime } from '@vaultwright/wire'
import { actorOf, defineRoute } from '../../answer/route.ts'
import { readAddress } from '../../request/vault-path.ts'

/** Our choice, as every shape of the address book: the interface does not name it. */
export const listAccountNames = defineRoute('listAccountNames', async ({ caller, context }) => {
  const names = await context.store.accountNames.list(caller.tenantId)
  return { body: { data: names.map(dataOf) } }
})

export const putAccountName = defineRoute('putAccountName', async ({ body, caller, context }) => {
  const { chain, name } = body
  const address = readAddress(body.address, ['body', 'address'])
  const problem = bookProblemOf(name)
  if (problem !== null) throw new AccountNameInvalidError(name, problem)
  const draft = { chain, address, name, shape: nameShapeOf(name) }
  const { accountNames } = context.store
  return { body: { data: dataOf(await accountNames.put(caller.tenantId, draft, actorOf(caller))) } }
})

export const removeAccountName = defineRoute('removeAccountName', async (request) => {
  const { body, caller, context } = request
  const account = { chain: body.chain, address: readAddress(body.address, ['body', 'address']) }
  const { accountNames } = context.store
  const removed = await accountNames.remove(caller.tenantId, account, actorOf(caller))
  return { body: { data: dataOf(removed) } }
})

function dataOf(entry: StoredAccountName): AccountNameData {
  const { chain, address, name, namedBy, namedAtUnix } = entry
  return { chain, address, name, named_by: namedBy, named_at: printTime(namedAtUnix) }
}

/** A text is no name for an address book. */
class AccountNameInvalidError extends BaseError {
  override readonly code = 'account_name_invalid'
  override readonly kind = 'invalid_input'

  constructor(name: string, problem: string) {
    super({ message: `${JSON.stringify(name)} is not taken. ${problem}`, facts: { name, problem } })
  }
}

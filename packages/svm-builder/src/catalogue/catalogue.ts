import { associatedTokenCreate } from '../template/associated-token/create.ts'
import { jitoDepositSol } from '../template/jito/deposit-sol.ts'
import { jupiterDeposit } from '../template/jupiter-lend/deposit.ts'
import { jupiterWithdraw } from '../template/jupiter-lend/withdraw.ts'
import { kaminoDeposit } from '../template/kamino/deposit.ts'
import { kaminoWithdraw } from '../template/kamino/withdraw.ts'
import { tokenTransfer } from '../template/spl-token/transfer.ts'
import { tokenUnwrap } from '../template/spl-token/unwrap.ts'
import { tokenWrap } from '../template/spl-token/wrap.ts'
import { systemTransfer } from '../template/system/transfer.ts'
import type { SvmTemplate } from '../template/template.ts'

/** Every template, in the order in which people meet them. */
export const svmTemplates: readonly SvmTemplate[] = [
  tokenTransfer,
  tokenWrap,
  tokenUnwrap,
  systemTransfer,
  associatedTokenCreate,
  jupiterDeposit,
  jupiterWithdraw,
  kaminoDeposit,
  kaminoWithdraw,
  jitoDepositSol,
]

const byRoute = new Map(svmTemplates.map((template) => [template.route, template]))

/**
 * Finds a template.
 *
 * @param route - `<protocol>/<action>`.
 * @returns the template; null if no protocol has the route.
 */
export function svmTemplateOf(route: string): SvmTemplate | null {
  return byRoute.get(route) ?? null
}

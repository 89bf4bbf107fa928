import { memoize } from '@vaultwright/base'
import { type Instruction, type SvmAddress, systemProgram, tokenProgram } from '@vaultwright/svm'
import { associatedTokenCreate } from '../template/associated-token/create.ts'
import { jitoDepositSolAtLeast, jitoWithdrawSol } from '../template/jito/bounded.ts'
import { jitoDepositSol } from '../template/jito/deposit-sol.ts'
import {
  jupiterDepositAtLeast,
  jupiterRedeemAtLeast,
  jupiterWithdrawAtMost,
} from '../template/jupiter-lend/bounded.ts'
import { jupiterDeposit } from '../template/jupiter-lend/deposit.ts'
import { jupiterWithdraw } from '../template/jupiter-lend/withdraw.ts'
import { kaminoBorrow, kaminoRepay } from '../template/kamino/borrow.ts'
import { kaminoDeposit } from '../template/kamino/deposit.ts'
import {
  kaminoInitDebtFarm,
  kaminoInitFarm,
  kaminoInitPosition,
  kaminoInitUser,
} from '../template/kamino/init.ts'
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
  jupiterDepositAtLeast,
  jupiterWithdrawAtMost,
  jupiterRedeemAtLeast,
  kaminoInitUser,
  kaminoInitPosition,
  kaminoInitFarm,
  kaminoInitDebtFarm,
  kaminoDeposit,
  kaminoWithdraw,
  kaminoBorrow,
  kaminoRepay,
  jitoDepositSol,
  jitoDepositSolAtLeast,
  jitoWithdrawSol,
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

/** The advice for an action without a bound; null for one with a bound, or that needs none. */
export function missingBoundOf(
  route: string,
): { readonly bounded: string; readonly message: string } | null {
  const isBounded = (other: string) => other === `${route}_at_least` || other === `${route}_at_most`
  const bounded = svmTemplates.find((template) => isBounded(template.route))?.route
  if (bounded === undefined) return null
  const message = `${route} has no bound: the rate when it runs decides what the amount gives or costs. ${bounded} states one.`
  return { bounded, message }
}

/**
 * Finds the template of a call by its program and by the bytes that name the instruction.
 *
 * @returns null if no template is of it.
 */
export function svmTemplateOfCall({ program, data }: Instruction): SvmTemplate | null {
  const isOf = (template: SvmTemplate) => {
    const sample = sampleOf(template)
    const size = template.dataFields[0]?.length ?? sample.data.length
    return (
      sample.program === program &&
      data.length >= size &&
      sample.data.slice(0, size).every((byte, index) => data[index] === byte)
    )
  }
  return svmTemplates.find(isOf) ?? null
}

/** The templates whose calls a program runs, each with the first bytes of its data, which name the instruction. */
export function templatesOfProgram(
  program: SvmAddress,
): readonly { readonly template: SvmTemplate; readonly tag: readonly number[] }[] {
  return svmTemplates.flatMap((template) => {
    const sample = sampleOf(template)
    if (sample.program !== program) return []
    return [{ template, tag: [...sample.data.slice(0, template.dataFields[0]?.length)] }]
  })
}

/** A call of a template, whoever its accounts are. */
const sampleOf: (template: SvmTemplate) => Instruction = memoize((template: SvmTemplate) => {
  const token = { symbol: '', mint: systemProgram, decimals: 0, program: tokenProgram }
  const input = {
    subAccount: systemProgram,
    token: () => token,
    account: () => systemProgram,
    accountOrNull: () => null,
    amount: () => 0n,
  }
  return template.callOf(input).innerCall
})

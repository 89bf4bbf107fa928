import type { EVM, EVMResult, Message } from '@ethereumjs/evm'
import { printHex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import type { EvmFrame } from './evm-type.ts'
import { EvmMemoryLimitError, maxFrameBytes } from './memory-limit.ts'

/** Records the calls of a run. */
export type FrameRecorder = {
  readonly begin: () => void
  /** @returns the outermost call. */
  readonly end: () => EvmFrame
}

/** The size of a call beside its data. */
const bytesOfFrame = 128

/** Listens to an interpreter's calls. @throws {EvmMemoryLimitError} inside the run when they keep too much. */
export function recordFrames(evm: EVM): FrameRecorder {
  let open: EvmFrame[] = []
  let root: EvmFrame | null = null
  let memory = 0
  const keep = (bytes: number) => {
    memory += bytes
    if (memory > maxFrameBytes) throw new EvmMemoryLimitError(memory)
  }
  evm.events.on('beforeMessage', (message) => {
    keep(bytesOfFrame + message.data.length)
    const frame = frameOf(message)
    const parent = open.at(-1)
    if (parent === undefined) root = frame
    else parent.calls.push(frame)
    open.push(frame)
  })
  evm.events.on('afterMessage', (result) => {
    const frame = open.pop()
    keep(result.execResult.returnValue.length)
    if (frame !== undefined) settle(frame, result)
  })
  return {
    begin: () => {
      open = []
      root = null
      memory = 0
    },
    end: () => root!,
  }
}

function frameOf(message: Message): EvmFrame {
  const { to, delegatecall, caller, data, value } = message
  // A delegate call runs foreign code in the account that makes it.
  const from = delegatecall ? to! : caller
  return {
    type: typeOf(message),
    from: checksumOf(printHex(from.bytes)),
    to: to === undefined ? null : checksumOf(printHex(message.codeAddress.bytes)),
    input: printHex(data),
    output: '0x',
    value,
    error: null,
    calls: [],
  }
}

function typeOf(message: Message): string {
  const { to, salt, delegatecall, isStatic, _codeAddress } = message
  if (to === undefined) return salt === undefined ? 'CREATE' : 'CREATE2'
  if (delegatecall) return 'DELEGATECALL'
  if (isStatic) return 'STATICCALL'
  return _codeAddress === undefined || _codeAddress.equals(to) ? 'CALL' : 'CALLCODE'
}

function settle(frame: EvmFrame, { execResult, createdAddress }: EVMResult): void {
  const error = execResult.exceptionError?.error
  frame.output = printHex(execResult.returnValue)
  if (error !== undefined) frame.error = error === 'revert' ? 'execution reverted' : error
  if (frame.to === null && createdAddress !== undefined && error === undefined) {
    frame.to = checksumOf(printHex(createdAddress.bytes))
  }
}

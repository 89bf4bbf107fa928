import { accountOf, judgePacket, openPacket, type Packet } from '@vaultwright/packet'
import { ruleBook } from '@vaultwright/protocols'
import { useEffect, useMemo, useState } from 'react'
import { CallList } from './call-list.tsx'
import { PacketHead } from './packet-head.tsx'
import { namingFor, noRootInputs, packetRootOf, type RootInputs } from './root-evidence.ts'
import { RootSection } from './root-section.tsx'
import styles from './signing.module.css'
import { simulationQuestionOf } from './simulation-question.ts'
import { SimulationSection } from './simulation-section.tsx'
import { VerdictSection } from './verdict-section.tsx'
import { readWalletForm, type WalletForm, walletFormOf } from './wallet-form.ts'
import { type HashTicks, noTicks, WalletSection } from './wallet-section.tsx'

/** Opens the packet, or hands the reason back. */
export function SigningRoom(props: {
  readonly text: string
  readonly source: string
  readonly refuse: (error: unknown) => void
}) {
  const { text, source, refuse } = props
  const opened = useMemo(() => {
    try {
      return { packet: openPacket(text), error: null }
    } catch (error) {
      return { packet: null, error }
    }
  }, [text])
  useEffect(() => {
    if (opened.packet === null) refuse(opened.error)
  }, [opened, refuse])
  return opened.packet === null ? null : (
    <OpenRoom packet={opened.packet} text={text} source={source} />
  )
}

/** The room, in the order in which a signer must look. */
function OpenRoom(props: {
  readonly packet: Packet
  readonly text: string
  readonly source: string
}) {
  const { packet, text, source } = props
  const [form, setForm] = useState<WalletForm>(() => walletFormOf(packet))
  const [ticks, setTicks] = useState<HashTicks>(noTicks)
  const [inputs, setInputs] = useState<RootInputs>(noRootInputs)
  const wallet = useMemo(() => readWalletForm(form), [form])
  const root = useMemo(() => packetRootOf(inputs), [inputs])
  const chainId = wallet.account.chainId ?? accountOf(packet).chainId
  const naming = useMemo(() => namingFor(chainId, inputs.tree), [chainId, inputs.tree])
  const verdict = useMemo(() => {
    const { isOther: isOtherOnDevice, ...compared } = ticks
    const evidence = { account: wallet.account, isOtherOnDevice, root, naming, rules: ruleBook }
    const first = judgePacket(packet, { ...evidence, compared, reads: {} })
    const { hashed } = first
    if (!hashed.ok) return first
    // A tick is of the hash that it was set at: it falls when the hash changes.
    const { shown } = hashed
    const valid = {
      domain: compared.domain === shown.domain ? compared.domain : null,
      message: compared.message === shown.message ? compared.message : null,
      transaction: compared.transaction === shown.transaction ? compared.transaction : null,
    }
    return judgePacket(packet, { ...evidence, compared: valid, reads: {} })
  }, [packet, wallet, ticks, root, naming])
  const vault = inputs.tree?.file.metadata.vault ?? null
  const question = isOffline ? null : simulationQuestionOf(verdict, { chainId, vault })
  return (
    <div className={styles.room}>
      <PacketHead packet={packet} text={text} source={source} />
      <WalletSection {...{ packet, form, setForm, wallet, verdict, ticks, setTicks }} />
      <RootSection {...{ packet, chainId, inputs, setInputs, root, verdict }} />
      <CallList verdict={verdict} naming={naming} root={root} />
      {question === null ? null : <SimulationSection key={question.calldata} question={question} />}
      <VerdictSection packet={packet} verdict={verdict} />
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import part from '../part/part.module.css'

/** The ways from a vault into the action builder: one for each strategist. */
export function BuildLinks(props: {
  readonly chain: string
  readonly address: string
  readonly strategists: readonly { readonly name: string; readonly address: string }[]
}) {
  const { chain, address, strategists } = props
  return strategists.map((strategist) => (
    <Link
      key={strategist.address}
      className={`${part.button} ${part.buttonLink}`}
      to="/vaults/$chain/$address/act/$strategist"
      params={{ chain, address, strategist: strategist.address }}
      title={strategist.address}
    >
      Build as {strategist.name}
    </Link>
  ))
}

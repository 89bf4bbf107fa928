// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {OFT} from "@layerzerolabs/oft-evm/contracts/OFT.sol";

/// LayerZero's OFT, made concrete, with a supply for tests.
contract Oft is OFT {
    constructor(address endpoint, address owner) OFT("Bridged", "OFT", endpoint, owner) Ownable(owner) {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Collateral tokens of Symbiotic.
contract SymbioticDecoder is BaseDecoder {
    function deposit(address recipient, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient);
    }

    function issueDebt(address recipient, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient);
    }

    function withdraw(address recipient, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Vaults and staker rewards of Symbiotic.
contract SymbioticVaultDecoder is BaseDecoder {
    function claim(address recipient, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient);
    }

    function claimBatch(address recipient, uint256[] calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(recipient);
    }

    function claimRewards(address recipient, address, bytes calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(recipient);
    }

    function deposit(address onBehalfOf, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(onBehalfOf);
    }

    function withdraw(address claimer, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(claimer);
    }
}

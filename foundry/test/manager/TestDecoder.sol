// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {TestTarget} from "./TestTarget.sol";

/// @notice Decodes what `TestTarget` and a token can be asked to do.
contract TestDecoder {
    error BaseDecoderAndSanitizer__FunctionSelectorNotSupported();

    function note(address account, uint256) external pure returns (bytes memory) {
        return abi.encodePacked(account);
    }

    function approve(address spender, uint256) external pure returns (bytes memory) {
        return abi.encodePacked(spender);
    }

    function transfer(address to, uint256) external pure returns (bytes memory) {
        return abi.encodePacked(to);
    }

    function flashLoan(
        address recipient,
        address[] calldata tokens,
        uint256[] calldata,
        bytes calldata
    ) external pure returns (bytes memory packed) {
        packed = abi.encodePacked(recipient);
        for (uint256 i; i < tokens.length; ++i) {
            packed = abi.encodePacked(packed, tokens[i]);
        }
    }

    /// @dev Reads the chain: who holds the ticket is known only after it was bought.
    function useTicket(address target, uint256 id) external view returns (bytes memory) {
        return abi.encodePacked(target, TestTarget(target).holderOf(id));
    }

    function ping() external pure returns (bytes memory) {}
    function buyTicket() external pure returns (bytes memory) {}
    function refuse() external pure returns (bytes memory) {}
    function refuseSilently() external pure returns (bytes memory) {}
    function mintShares(uint256) external pure returns (bytes memory) {}
    function burnShares(uint256) external pure returns (bytes memory) {}

    fallback() external {
        revert BaseDecoderAndSanitizer__FunctionSelectorNotSupported();
    }
}

/// @notice Answers every call with bytes that are no ABI-encoded `bytes`.
contract BrokenDecoder {
    fallback(bytes calldata) external returns (bytes memory) {
        return hex"01";
    }
}

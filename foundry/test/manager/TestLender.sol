// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Manager} from "../../src/manager/Manager.sol";
import {TestToken} from "../vault/TestToken.sol";

/// @notice A flash lender that behaves, or misbehaves, as it is told.
contract TestLender {
    enum Manner {
        Honest,
        Tampering,
        Silent,
        CallingTwice
    }

    Manner public manner;
    uint256 public fee;

    function behave(Manner newManner, uint256 newFee) external {
        (manner, fee) = (newManner, newFee);
    }

    function flashLoan(
        address recipient,
        address[] calldata tokens,
        uint256[] calldata amounts,
        bytes calldata userData
    ) external {
        if (manner == Manner.Silent) return;
        uint256[] memory before = new uint256[](tokens.length);
        uint256[] memory fees = new uint256[](tokens.length);
        for (uint256 i; i < tokens.length; ++i) {
            before[i] = TestToken(tokens[i]).balanceOf(address(this));
            fees[i] = fee * (i + 1);
            TestToken(tokens[i]).transfer(recipient, amounts[i]);
        }
        bytes memory handedBack = userData;
        if (manner == Manner.Tampering) handedBack[handedBack.length - 1] ^= 0x01;
        Manager(recipient).receiveFlashLoan(tokens, amounts, fees, handedBack);
        if (manner == Manner.CallingTwice) {
            Manager(recipient).receiveFlashLoan(tokens, amounts, fees, handedBack);
        }
        for (uint256 i; i < tokens.length; ++i) {
            uint256 due = before[i] + fees[i];
            require(TestToken(tokens[i]).balanceOf(address(this)) == due, "not repaid");
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {AccountantYieldStreaming} from "../../src/accountant/AccountantYieldStreaming.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {Token} from "./Token.sol";

/// @notice Replays acts on a streaming accountant and compares what it says with what was written down.
abstract contract StreamingReplay is Test {
    struct Terms {
        uint8 shareDecimals;
        uint8 baseDecimals;
        uint96 startingRate;
        uint24 delay;
        uint16 platformFee;
        uint16 performanceFee;
        uint256 deployedAt;
    }

    address internal constant PAYOUT = address(0xA11cE);

    Token internal base;
    Vault internal vault;
    AccountantYieldStreaming internal accountant;

    function _deploy(Terms memory terms) internal {
        vm.warp(terms.deployedAt);
        base = new Token(terms.baseDecimals);
        vault = new Vault(address(this), "Share", "SHARE", terms.shareDecimals);
        accountant = new AccountantYieldStreaming(
            address(this),
            address(vault),
            PAYOUT,
            terms.startingRate,
            address(base),
            10100,
            9900,
            terms.delay,
            terms.platformFee,
            terms.performanceFee
        );
        base.mint(address(vault), type(uint128).max);
        bytes memory approval =
            abi.encodeCall(base.approve, (address(accountant), type(uint256).max));
        vault.manage(address(base), approval, 0);
    }

    function _act(string memory op, uint256 amount, uint256 duration)
        internal
        returns (bool ok, bytes memory answer)
    {
        if (_is(op, "storeHighwaterMark")) {
            _storeHighwaterMark(uint96(amount));
            return (true, "");
        }
        (address target, bytes memory data) = _callOf(op, amount, duration);
        (ok, answer) = target.call(data);
    }

    /// @dev Writes the slot: no act of this contract leaves the booked rate above the mark.
    function _storeHighwaterMark(uint96 mark) internal {
        vm.record();
        uint256 payout = _stateWords()[0];
        (bytes32[] memory slots,) = vm.accesses(address(accountant));
        // The first slot that `accountantState` reads holds the payout address, then the mark.
        vm.store(address(accountant), slots[0], bytes32(payout | (uint256(mark) << 160)));
        uint256[12] memory words = _stateWords();
        require(words[0] == payout && words[1] == mark, "the mark is in another slot");
    }

    /// @dev No reason: the act went through. `empty`: a revert without data.
    function _assertRefusal(bool ok, bytes memory answer, string memory reason, string memory where)
        internal
        pure
    {
        assertEq(ok, bytes(reason).length == 0, where);
        if (ok) return;
        bytes memory expected;
        if (_is(reason, "Panic(0x11)")) {
            expected = abi.encodeWithSignature("Panic(uint256)", 0x11);
        } else if (!_is(reason, "empty")) {
            expected = abi.encodeWithSignature(string.concat(reason, "()"));
        }
        assertEq(answer, expected, where);
    }

    /// @dev Every view of the moment, in the order of `_viewsIn`.
    function _views() internal view returns (uint256[16] memory found) {
        found[0] = accountant.getRate();
        found[1] = accountant.totalAssets();
        found[2] = accountant.getPendingVestingGains();
        found[3] = vault.totalSupply();
        found[4] = accountant.lastVirtualSharePrice();
        (found[5], found[6], found[7], found[8], found[9]) = accountant.vestingState();
        uint256[12] memory words = _stateWords();
        found[10] = words[1];
        found[11] = words[2];
        found[12] = words[3];
        found[13] = words[4];
        found[14] = words[7];
        found[15] = words[8];
    }

    /// @dev The same as a row says it; `words` are those of `accountantState` that a row holds.
    function _viewsIn(string memory row, uint256[6] memory words)
        internal
        pure
        returns (uint256[16] memory views)
    {
        views[0] = vm.parseJsonUint(row, ".getRate");
        views[1] = vm.parseJsonUint(row, ".totalAssets");
        views[2] = vm.parseJsonUint(row, ".pendingVestingGains");
        views[3] = vm.parseJsonUint(row, ".totalSupply");
        views[4] = vm.parseJsonUint(row, ".lastVirtualSharePrice");
        uint256[] memory vesting = vm.parseJsonUintArray(row, ".vestingState");
        for (uint256 k; k < 5; ++k) {
            views[5 + k] = vesting[k];
        }
        string[] memory state = vm.parseJsonStringArray(row, ".accountantState");
        for (uint256 k; k < 5; ++k) {
            views[10 + k] = vm.parseUint(state[words[k]]);
        }
        views[15] = _is(state[words[5]], "true") ? 1 : 0;
    }

    function _assertViews(uint256[16] memory expected, string memory where) internal view {
        uint256[16] memory found = _views();
        for (uint256 k; k < 16; ++k) {
            assertEq(found[k], expected[k], where);
        }
    }

    function _stateWords() internal view returns (uint256[12] memory) {
        (bool ok, bytes memory data) =
            address(accountant).staticcall(abi.encodeWithSignature("accountantState()"));
        require(ok && data.length == 384, "accountantState is not of twelve words");
        return abi.decode(data, (uint256[12]));
    }

    /// @dev The rows of one sequence as small texts: a large file is slow to query cell by cell.
    function _rows(string memory json, uint256 sequence, uint256 count)
        internal
        pure
        returns (string[] memory rows)
    {
        string[] memory parts = vm.split(json, '{"at":');
        rows = new string[](count);
        for (uint256 i; i < count; ++i) {
            string memory body = vm.split(parts[1 + sequence * count + i], "}")[0];
            rows[i] = string.concat('{"at":', body, "}");
        }
    }

    function _is(string memory left, string memory right) internal pure returns (bool) {
        return keccak256(bytes(left)) == keccak256(bytes(right));
    }

    function _callOf(string memory op, uint256 amount, uint256 duration)
        private
        view
        returns (address, bytes memory)
    {
        if (_is(op, "enter")) {
            return (
                address(vault),
                abi.encodeCall(vault.enter, (PAYOUT, address(base), 0, PAYOUT, amount))
            );
        }
        if (_is(op, "exit")) {
            return (
                address(vault),
                abi.encodeCall(vault.exit, (PAYOUT, address(base), 0, PAYOUT, amount))
            );
        }
        if (_is(op, "vestYield")) {
            return (address(accountant), abi.encodeCall(accountant.vestYield, (amount, duration)));
        }
        if (_is(op, "postLoss")) {
            return (address(accountant), abi.encodeCall(accountant.postLoss, (amount)));
        }
        if (_is(op, "claimFees")) {
            bytes memory claim = abi.encodeCall(accountant.claimFees, (address(base)));
            bytes memory data = abi.encodeWithSignature(
                "manage(address,bytes,uint256)", address(accountant), claim, 0
            );
            return (address(vault), data);
        }
        return (address(accountant), abi.encodeWithSignature(string.concat(op, "()")));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {AccountantFixedRate} from "../../src/accountant/AccountantFixedRate.sol";
import {AccountantRateProviders} from "../../src/accountant/AccountantRateProviders.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {Token} from "./Token.sol";

/// @notice Posts rates at random, in bounds and out of them, while shares come and go.
contract RateHandler is Test {
    uint256 private constant BPS = 1e4;

    AccountantRateProviders public immutable accountant;
    Vault public immutable vault;
    /// @notice What must not happen, counted.
    uint256 public broken;
    uint256 public updates;
    uint256 public pauses;

    constructor(AccountantRateProviders accountant_, Vault vault_) {
        (accountant, vault) = (accountant_, vault_);
    }

    function flow(uint256 amount, bool isExit) external {
        if (isExit) {
            amount = bound(amount, 0, vault.balanceOf(address(this)));
            vault.exit(address(this), address(0), 0, address(this), amount);
        } else {
            vault.enter(address(this), address(0), 0, address(this), bound(amount, 0, 1e15));
        }
    }

    function update(uint256 rate, uint256 time) external {
        skip(bound(time, 0, 2 days));
        uint256[12] memory before = state();
        rate = bound(rate, before[4] * 9_900 / BPS, before[4] * 10_100 / BPS);
        (bool willPause, uint256 fees, uint256 total) =
            accountant.previewUpdateExchangeRate(uint96(rate));
        accountant.updateExchangeRate(uint96(rate));
        ++updates;
        uint256[12] memory now_ = state();
        bool isEarly = block.timestamp < before[7] + before[9];
        bool leaves = rate > before[4] * before[5] / BPS || rate < before[4] * before[6] / BPS;
        _expect(willPause == (isEarly || leaves) && willPause == (now_[8] == 1));
        _expect(now_[2] == before[2] + fees && now_[2] == total);
        _expect(now_[3] == vault.totalSupply() && now_[7] == block.timestamp);
        _expect(now_[1] >= before[1]);
        if (!willPause) return;
        ++pauses;
        _expect(fees == 0 && now_[1] == before[1]);
        accountant.unpause();
    }

    function state() public view returns (uint256[12] memory) {
        (bool ok, bytes memory data) =
            address(accountant).staticcall(abi.encodeWithSignature("accountantState()"));
        require(ok && data.length == 384, "accountantState is not of twelve words");
        return abi.decode(data, (uint256[12]));
    }

    function _expect(bool holds) private {
        if (!holds) ++broken;
    }
}

/// @notice What holds for both accountants that are told their rate.
abstract contract RateInvariant is Test {
    RateHandler internal _handler;
    Token internal _base;
    Vault internal _vault;

    function setUp() public {
        vm.warp(1_750_000_000);
        _base = new Token(6);
        _vault = new Vault(address(this), "Share", "SHARE", 6);
        AccountantRateProviders accountant = _deploy();
        _handler = new RateHandler(accountant, _vault);
        accountant.transferOwnership(address(_handler));
        _vault.transferOwnership(address(_handler));
        bytes4[] memory selectors = new bytes4[](2);
        (selectors[0], selectors[1]) = (RateHandler.flow.selector, RateHandler.update.selector);
        targetContract(address(_handler));
        targetSelector(FuzzSelector(address(_handler), selectors));
    }

    function _deploy() internal virtual returns (AccountantRateProviders);

    function invariant_everyUpdateDidWhatItsPreviewSaid() public view {
        assertEq(_handler.broken(), 0);
    }

    /// @dev Without this a handler that reaches nothing would pass.
    function test_theHandlerUpdatesAndPauses() public {
        _handler.flow(1e12, false);
        _handler.update(0, 0);
        assertEq(_handler.pauses(), 1);
        _handler.update(_handler.accountant().getRate(), 1 days);
        assertEq(_handler.pauses(), 1);
        assertEq(_handler.updates(), 2);
        assertEq(_handler.broken(), 0);
    }
}

contract RateProvidersInvariantTest is RateInvariant {
    function _deploy() internal override returns (AccountantRateProviders) {
        return new AccountantRateProviders(
            address(this),
            address(_vault),
            address(0xFEE),
            1e6,
            address(_base),
            10_050,
            9_950,
            3600,
            200,
            2000
        );
    }

    function invariant_aMarkBelowTheRateComesOfAPause() public view {
        uint256[12] memory words = _handler.state();
        if (_handler.pauses() == 0) assertGe(words[1], words[4]);
    }
}

contract FixedRateInvariantTest is RateInvariant {
    function _deploy() internal override returns (AccountantRateProviders) {
        return new AccountantFixedRate(
            address(this),
            address(_vault),
            address(0xFEE),
            1e6,
            address(_base),
            10_050,
            9_950,
            3600,
            200,
            2000
        );
    }

    function invariant_aShareIsWorthOneAtMost() public view {
        uint256[12] memory words = _handler.state();
        assertLe(words[4], 1e6);
        assertEq(words[1], 1e6);
    }
}

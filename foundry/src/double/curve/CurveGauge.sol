// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice A gauge over one LP token: its own share token, one reward, shared out when it arrives.
contract CurveGauge is ERC20 {
    using SafeERC20 for IERC20;

    uint256 private constant SCALE = 1e36;

    address public immutable lp_token;
    address public immutable reward_token;
    uint256 public rewardPerShare;
    mapping(address user => uint256) private _seen;
    mapping(address user => uint256) private _owed;

    event Deposit(address indexed provider, uint256 value);
    event Withdraw(address indexed provider, uint256 value);

    constructor(string memory name_, string memory symbol_, address lpToken, address rewardToken)
        ERC20(name_, symbol_)
    {
        require(lpToken != rewardToken, "reward is the LP token");
        lp_token = lpToken;
        reward_token = rewardToken;
    }

    function deposit(uint256 value) external {
        deposit(value, msg.sender);
    }

    function deposit(uint256 value, address addr) public {
        IERC20(lp_token).safeTransferFrom(msg.sender, address(this), value);
        _mint(addr, value);
        emit Deposit(addr, value);
    }

    function withdraw(uint256 value) external {
        _burn(msg.sender, value);
        IERC20(lp_token).safeTransfer(msg.sender, value);
        emit Withdraw(msg.sender, value);
    }

    /// @notice Pays `addr` what it has earned; anyone may ask.
    function claim_rewards(address addr) external {
        _checkpoint(addr);
        uint256 amount = _owed[addr];
        _owed[addr] = 0;
        if (amount > 0) IERC20(reward_token).safeTransfer(addr, amount);
    }

    /// @notice Shares `amount` of the reward among today's holders.
    function deposit_reward_token(address token, uint256 amount) external {
        require(token == reward_token, "unknown reward");
        require(totalSupply() > 0, "nobody staked");
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        rewardPerShare += amount * SCALE / totalSupply();
    }

    function claimable_reward(address user, address token) external view returns (uint256) {
        return token == reward_token ? _owed[user] + _earned(user) : 0;
    }

    function _update(address from, address to, uint256 value) internal override {
        _checkpoint(from);
        _checkpoint(to);
        super._update(from, to, value);
    }

    function _checkpoint(address user) private {
        _owed[user] += _earned(user);
        _seen[user] = rewardPerShare;
    }

    function _earned(address user) private view returns (uint256) {
        return balanceOf(user) * (rewardPerShare - _seen[user]) / SCALE;
    }
}
